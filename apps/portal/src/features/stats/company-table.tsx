import 'mantine-datatable/styles.layer.css'
import { categoryLabel } from '@parvis/domain/company/categories'
import { matchesSearch } from '@parvis/domain/kernel/text'
import { defaultPageSize, pageSizes } from '@parvis/domain/stats/series'
import { DataTable, type DataTableSortStatus } from 'mantine-datatable'
import { useState } from 'react'
import { Mantine } from '../../ui/mantine.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './stats-page.module.css'
import type { Stats } from './stats-query.ts'

type Row = Stats['companies'][number]

/** The businesses of a type: searched, sorted, twenty a page. */
export function CompanyTable({ label, companies }: { label: string; companies: readonly Row[] }) {
  const [typed, setTyped] = useState('')
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = useState<number>(defaultPageSize)
  const [sort, setSort] = useState<DataTableSortStatus<Row>>({ columnAccessor: 'creationDate', direction: 'desc' })
  const found = companies.filter((company) => matches(company, typed)).toSorted(comparing(sort))
  const search = (words: string) => {
    setTyped(words)
    setPage(1)
  }

  return (
    <div className="column gap-2">
      <TextField
        name="search"
        type="search"
        label={`Chercher parmi les ${label.toLowerCase()}`}
        value={typed}
        onChange={search}
      />
      <Mantine>
        <DataTable<Row>
          aria-label={label}
          records={found.slice((page - 1) * pageSize, page * pageSize)}
          totalRecords={found.length}
          page={page}
          onPageChange={setPage}
          recordsPerPage={pageSize}
          onRecordsPerPageChange={(size) => {
            setPageSize(size)
            setPage(1)
          }}
          recordsPerPageOptions={[...pageSizes]}
          paginationSize="xl"
          paginationActiveTextColor="white"
          recordsPerPageLabel="Lignes par page"
          paginationText={({ from, to, totalRecords }) => `${from} à ${to} sur ${totalRecords}`}
          getPaginationControlProps={(control) => ({
            'aria-label': control === 'next' ? 'Page suivante' : 'Page précédente',
          })}
          noRecordsText="Aucun établissement"
          minHeight={180}
          sortStatus={sort}
          onSortStatusChange={setSort}
          columns={columns}
          scrollAreaProps={{ type: 'auto' }}
        />
      </Mantine>
    </div>
  )
}

const MailLink = ({ address }: { address: string }) => (
  <a className="tap" href={`mailto:${address}`}>
    {address}
  </a>
)

const columns = [
  {
    accessor: 'name',
    title: 'Nom',
    sortable: true,
    width: 260,
    render: ({ name, icon }: Row) => (
      <span className={styles.name}>
        <img src={icon} alt="" width={24} height={24} />
        {name}
      </span>
    ),
  },
  {
    accessor: 'category',
    title: 'Catégorie',
    sortable: true,
    width: 220,
    render: ({ category, type }: Row) => (category ? categoryLabel(category, type) : 'À compléter'),
  },
  { accessor: 'address', title: 'Adresse', width: 240 },
  {
    accessor: 'email',
    title: 'E-mail',
    width: 260,
    render: ({ email }: Row) => (email ? <MailLink address={email} /> : '–'),
  },
  {
    accessor: 'creationDate',
    title: 'Inscrit le',
    sortable: true,
    width: 140,
    render: (row: Row) => row.stringCreationDate,
  },
]

function matches({ name, address, email, category }: Row, typed: string): boolean {
  return matchesSearch([name, address, email, category].join(' '), typed)
}

function comparing({ columnAccessor, direction }: DataTableSortStatus<Row>) {
  const key = columnAccessor as 'name' | 'category' | 'creationDate'
  const sign = direction === 'asc' ? 1 : -1
  return (a: Row, b: Row) => sign * (a[key] ?? '').localeCompare(b[key] ?? '', 'fr')
}
