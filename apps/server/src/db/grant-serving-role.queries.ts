import { sql } from 'kysely'
import type { Db, Transaction } from './database.ts'

type Relation = { kind: 'table' | 'sequence'; name: string; wanted: string[] }

/**
 * Lets the role that serves read and write rows, and nothing else: no table of its own, no DDL, no TRUNCATE, and the
 * audit trail only grows (ASVS 13.2.2, T34); partitions are reached through their table. `db` is the owner's. What is right
 * already is not touched, so that a start writes nothing; several processes may start at once.
 */
export async function grantServingRole(db: Db, role: string): Promise<void> {
  if (role === (await readRole(db))) return
  await db.transaction().execute(async (tx) => {
    // Two changes of one table's rights at once fail: "tuple concurrently updated".
    await sql`select pg_advisory_xact_lock(hashtext('parvis grants'))`.execute(tx)
    for (const schema of await listClosedSchemas(tx, role))
      await sql`grant usage on schema ${sql.id(schema)} to ${sql.id(role)}`.execute(tx)
    for (const { kind, name, wanted } of await listWrongRights(tx, role)) {
      const relation = sql.raw(`${kind} ${name}`)
      await sql`revoke all on ${relation} from ${sql.id(role)}`.execute(tx)
      await sql`grant ${sql.raw(wanted.join(', '))} on ${relation} to ${sql.id(role)}`.execute(tx)
    }
    for (const name of await listHiddenRows(tx, role))
      await sql`create policy ${sql.id(role)} on ${sql.raw(name)} to ${sql.id(role)} using (true)`.execute(tx)
  })
}

/** The role that an address connects as: a pooler may call it otherwise than the address does. */
export async function readRole(db: Db): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db)
  return rows[0]?.role ?? ''
}

const ours = sql`('public', 'graphile_worker')`

async function listClosedSchemas(tx: Transaction, role: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select nspname::text as name from pg_namespace
    where nspname in ${ours} and not has_schema_privilege(${role}, oid, 'usage')`.execute(tx)
  return rows.map(({ name }) => name)
}

/** Tables, views and sequences whose rights differ from what the role needs, with what it needs. */
async function listWrongRights(tx: Transaction, role: string): Promise<Relation[]> {
  const { rows } = await sql<Relation>`
    with relations as (
      select pg_class.oid, format('%I.%I', pg_namespace.nspname, pg_class.relname) as name,
        case pg_class.relkind when 'S' then 'sequence' else 'table' end as kind,
        case
          when pg_class.relkind = 'S' then array['USAGE']
          when pg_class.relname = 'audit_log' then array['SELECT', 'INSERT']
          when pg_class.relkind = 'v' or pg_class.relname like 'kysely_migration%' then array['SELECT']
          else array['SELECT', 'INSERT', 'UPDATE', 'DELETE']
        end as wanted
      from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
      where pg_namespace.nspname in ${ours} and pg_class.relkind in ('r', 'p', 'v', 'S') and not pg_class.relispartition
        and pg_has_role(pg_class.relowner, 'usage')
    )
    select relations.kind, relations.name, relations.wanted from relations
    where exists (
      select 1 from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as rights (name)
      where relations.kind = 'table'
        and has_table_privilege(${role}, relations.oid, rights.name) <> (rights.name = any (relations.wanted)))
      or relations.kind = 'sequence' and (has_sequence_privilege(${role}, relations.oid, 'UPDATE')
        or not has_sequence_privilege(${role}, relations.oid, 'USAGE'))`.execute(tx)
  return rows
}

/** graphile-worker shows its rows to their owner alone, unless a policy says otherwise. */
async function listHiddenRows(tx: Transaction, role: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', pg_namespace.nspname, pg_class.relname) as name
    from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace
    where pg_namespace.nspname in ${ours} and pg_class.relrowsecurity and pg_has_role(pg_class.relowner, 'usage')
      and not exists (select 1 from pg_policy where polrelid = pg_class.oid and polname = ${role})`.execute(tx)
  return rows.map(({ name }) => name)
}
