import { type Kysely, sql } from 'kysely'

type Cut = { name: 'view_counts' | 'audit_log'; key: 'day' | 'at'; step: 'month' | 'week'; ahead: string }

/**
 * The tables that grow for ever are cut by time (decision 0113). What was written until now stays where it is, as the first
 * partition; `keep_partitions`, a periodic task, makes the next ones and drops those that are past.
 */
const cuts: Cut[] = [
  { name: 'view_counts', key: 'day', step: 'month', ahead: '2 months' },
  { name: 'audit_log', key: 'at', step: 'week', ahead: '5 weeks' },
]

/**
 * Before the migrations and outside of their transaction, while calls go on: a constraint that is known to hold spares the
 * attachment from reading every row under its lock.
 */
export async function prepare(db: Kysely<unknown>): Promise<void> {
  await db.connection().execute(async (one) => {
    await sql`select pg_advisory_lock(${alone})`.execute(one)
    try {
      for (const cut of cuts) await promiseBound(one, cut)
    } finally {
      await sql`select pg_advisory_unlock(${alone})`.execute(one)
    }
  })
}

/** Of several processes that start at once, one prepares, and none once another one has cut. */
const alone = sql`hashtext('parvis partitions')`

async function promiseBound(db: Kysely<unknown>, cut: Cut): Promise<void> {
  const { rows } = await sql<{ isWhole: boolean }>`
    select exists (select from pg_class where oid = to_regclass(${cut.name}) and relkind = 'r') as "isWhole"`.execute(
    db,
  )
  if (!rows[0]?.isWhole) return
  const known = await readBound(db, cut)
  const [table, bound] = [sql.id(cut.name), known ?? (await chooseBound(db, cut))]
  const constraint = sql.id(`before_${bound}`)
  const holds = sql`check (${sql.id(cut.key)} < ${midnight(bound)})`
  if (!known) await sql`alter table ${table} add constraint ${constraint} ${holds} not valid`.execute(db)
  await sql`alter table ${table} validate constraint ${constraint}`.execute(db)
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${alone})`.execute(db)
  for (const cut of cuts) {
    const bound = (await readBound(db, cut)) ?? (await chooseBound(db, cut))
    const [table, before] = [sql.id(cut.name), sql.id(`${cut.name}_before`)]
    await sql`alter table ${table} rename to ${before}`.execute(db)
    await sql`create table ${table} (like ${before} including defaults) partition by range (${sql.id(cut.key)})`.execute(
      db,
    )
    await (cut.name === 'audit_log' ? shapeAudit : shapeViews)(db)
    await sql`alter table ${table} attach partition ${before} for values from (minvalue) to (${midnight(bound)})`.execute(
      db,
    )
    await sql`alter table ${before} drop constraint if exists ${sql.id(`before_${bound}`)}`.execute(db)
    // Nothing is refused because a partition is missing.
    await sql`create table ${sql.id(`${cut.name}_rest`)} partition of ${table} default`.execute(db)
    await moveRights(db, cut.name)
  }
  await finishAudit(db)
  // It stays whole, and loses a day's rows every day.
  await sql`alter table idempotency_keys set (autovacuum_vacuum_scale_factor = 0.02)`.execute(db)
  await createDuty(db)
}

const midnight = (day: string) => sql.lit(`${day} 00:00+00`)

/** The first day that does not go into the first partition: a clock that was moved may have written into the future. */
async function chooseBound(db: Kysely<unknown>, { name, key, step, ahead }: Cut): Promise<string> {
  const { rows } = await sql<{ bound: string }>`
    select date_trunc(${step}, greatest(app_now() at time zone 'UTC', max(${sql.id(key)})::timestamp) + ${ahead}::interval)::date::text as bound
    from ${sql.id(name)}`.execute(db)
  return rows[0]?.bound ?? ''
}

async function readBound(db: Kysely<unknown>, { name }: Cut): Promise<string | undefined> {
  const { rows } = await sql<{ bound: string }>`
    select substr(conname, 8) as bound from pg_constraint
    where conrelid = ${name}::regclass and starts_with(conname, 'before_')`.execute(db)
  return rows[0]?.bound
}

async function shapeViews(db: Kysely<unknown>): Promise<void> {
  await sql`alter index view_counts_pkey rename to view_counts_before_pkey`.execute(db)
  await sql`
    alter table view_counts add primary key (company_id, day, instant_id),
      add foreign key (company_id) references companies on delete cascade`.execute(db)
}

/** Each partition has a primary key of its own: one over all would have to hold the time. One sequence numbers them all. */
async function shapeAudit(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log_before alter column id drop identity`.execute(db)
  await sql`alter table audit_log alter column id add generated always as identity`.execute(db)
  await sql`
    select setval(pg_get_serial_sequence('audit_log', 'id'), coalesce(max(id), 0) + 1, false) from audit_log_before`.execute(
    db,
  )
  // The parent's trigger is that of each partition.
  await sql`drop trigger audit_log_kept_a_year on audit_log_before`.execute(db)
  await sql`
    create trigger audit_log_kept_a_year before delete on audit_log
    for each row execute function refuse_recent()`.execute(db)
}

/** An index of the parent takes over the one that the first partition has. */
async function finishAudit(db: Kysely<unknown>): Promise<void> {
  for (const column of ['object', 'action', 'actor']) {
    const [index, former] = [sql.id(`audit_log_${column}`), sql.id(`audit_log_before_${column}`)]
    await sql`alter index ${index} rename to ${former}`.execute(db)
    await sql`create index ${index} on audit_log (${sql.id(column)}, id desc)`.execute(db)
  }
  await sql`alter index audit_log_pkey rename to audit_log_before_pkey`.execute(db)
  await sql`alter table audit_log_rest add primary key (id)`.execute(db)
  for (const table of ['audit_log', 'audit_log_rest'])
    await sql`
      create trigger audit_log_append_only before update or truncate on ${sql.id(table)}
      for each statement execute function refuse_change()`.execute(db)
}

/** Who serves meanwhile goes on with the parent. */
async function moveRights(db: Kysely<unknown>, name: string): Promise<void> {
  const { rows } = await sql<{ right: string; role: string }>`
    select rights.privilege_type as right, rights.grantee::regrole::text as role
    from pg_class, aclexplode(pg_class.relacl) as rights
    where pg_class.oid = ${`${name}_before`}::regclass and rights.grantee not in (0, pg_class.relowner)`.execute(db)
  for (const { right, role } of rows) {
    await sql`grant ${sql.raw(right)} on ${sql.id(name)} to ${sql.raw(role)}`.execute(db)
    await sql`revoke ${sql.raw(right)} on ${sql.id(`${name}_before`)} from ${sql.raw(role)}`.execute(db)
  }
}

/** The role that serves makes and drops no table: it asks the owner for exactly this. */
async function createDuty(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_partitions_of(parent text, key text, step text, cutoff timestamptz) returns void
    language plpgsql set search_path = public, pg_temp set timezone = 'UTC' as $$
    declare
      part record;
      starts timestamptz;
      ends timestamptz;
      name text;
      is_there boolean;
    begin
      for part in
        select pg_class.relname, (regexp_match(pg_get_expr(relpartbound, pg_class.oid), 'TO [(]''([^'']+)'''))[1]::timestamptz as bound
        from pg_inherits join pg_class on pg_class.oid = inhrelid where inhparent = parent::regclass
      loop
        if part.bound <= cutoff then
          execute format('drop table %I', part.relname);
        elsif part.relname in (parent || '_before', parent || '_rest') then
          execute format('delete from %I where %I < $1', part.relname, key) using cutoff;
        end if;
      end loop;
      for n in 0..2 loop
        starts := date_trunc(step, app_now()) + n * ('1 ' || step)::interval;
        ends := starts + ('1 ' || step)::interval;
        name := parent || to_char(starts, '_YYYY_MM_DD');
        execute format('select exists (select from %I where %I >= $1 and %I < $2)', parent || '_rest', key, key)
          into is_there using starts, ends;
        -- What is in the last partition stays there; what the first one holds has its place.
        continue when is_there or to_regclass(name) is not null or exists (
          select from pg_class where oid = to_regclass(parent || '_before')
            and (regexp_match(pg_get_expr(relpartbound, oid), 'TO [(]''([^'']+)'''))[1]::timestamptz > starts);
        execute format('create table %I (like %I including defaults)', name, parent);
        if parent = 'audit_log' then
          execute format('alter table %I add primary key (id)', name);
          execute format('create trigger audit_log_append_only before update or truncate on %I
            for each statement execute function refuse_change()', name);
        end if;
        execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, name, starts, ends);
      end loop;
    end $$`.execute(db)
  await sql`
    create function keep_partitions(view_months integer) returns void
    language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '2s' as $$
    begin
      if pg_try_advisory_xact_lock(hashtext('parvis partitions')) then
        perform keep_partitions_of('view_counts', 'day', 'month', app_now() - make_interval(months => view_months));
        perform keep_partitions_of('audit_log', 'at', 'week', app_now() - interval '12 months');
      end if;
    end $$`.execute(db)
}
