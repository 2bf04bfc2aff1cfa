import { run, type Transaction } from '../src/db/database.ts'

/** Conversations, what is sent to all followers, what leaves later, and the search in them (docs/spec/time-and-orders.md). */
export async function up(db: Transaction): Promise<void> {
  await run(db)`
    -- Conversations keep their excerpt and counters, so that a list is one index read (decision 0013).
    create table discussions (
      id uuid primary key default gen_random_uuid(),
      company_id uuid not null references companies on delete cascade,
      resident_id bigint not null references users on delete cascade,
      blocked_by_resident boolean not null default false,
      blocked_by_team boolean not null default false,
      excerpt text not null default '',
      last_message_id bigint not null default 0,
      company_unread integer not null default 0 check (company_unread >= 0),
      resident_unread integer not null default 0 check (resident_unread >= 0),
      created_at timestamptz not null default app_now(),
      updated_at timestamptz not null default app_now(),
      blocked_by_company boolean not null default false,
      triage text not null default 'open' check (triage in ('open', 'waiting', 'closed')),
      triage_at timestamptz,
      away_sent_at timestamptz,
      company_wrote_at timestamptz,
      last_human text check (last_human in ('resident', 'company')),
      unique (company_id, resident_id),
      constraint discussions_of_company unique (company_id, id)
    );
    create index discussions_company_order on discussions (company_id, updated_at desc, id desc);
    create index discussions_resident_order on discussions (resident_id, updated_at desc, id desc);
    create index discussions_blocked on discussions (id) where blocked_by_team;

    -- No index on the id alone: a planner would walk it through everyone's messages to find a conversation's next ones.
    create table messages (
      id bigint generated always as identity,
      discussion_id uuid references discussions on delete cascade,
      from_company boolean not null,
      text text not null default '' check (length(text) <= 20000),
      image text,
      sent_at timestamptz not null default app_now(),
      order_id bigint,
      automatic boolean not null default false,
      author_id bigint references users on delete set null,
      primary key (discussion_id, id),
      check (text <> '' or image is not null)
    );
    create unique index messages_order_id on messages (order_id) where order_id is not null;
    create index messages_author_id on messages (author_id) where author_id is not null;

    -- One row whatever the number of followers: they read it from here, from the day they follow (decision 0013).
    create table broadcasts (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      text text not null default '',
      image text,
      receivers_count integer not null,
      week date not null,
      rank_in_week integer not null,
      sent_at timestamptz not null default app_now(),
      told integer not null default 0,
      conversations integer not null default 0,
      lost integer not null default 0,
      unique (company_id, week, rank_in_week),
      check (text <> '' or image is not null)
    );
    create index broadcasts_company_order on broadcasts (company_id, id desc);

    create table quick_replies (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      shortcut text not null,
      text text not null,
      image text,
      rank integer not null,
      uses integer not null default 0,
      created_at timestamptz not null default app_now()
    );
    create unique index quick_replies_shortcut on quick_replies (company_id, lower(shortcut));

    -- The ends are days or moments, as the owner gave them; version 1 is that of a company without a row.
    create table away_messages (
      company_id uuid primary key references companies on delete cascade,
      mode text not null check (mode in ('off', 'outside_hours', 'dates')),
      starts text,
      ends text,
      text text not null,
      version integer not null
    );

    -- Without a conversation it is a broadcast, for all followers.
    create table scheduled_messages (
      id bigint generated always as identity primary key,
      company_id uuid not null references companies on delete cascade,
      discussion_id uuid,
      text text not null default '',
      image text,
      send_at timestamptz not null,
      only_if_no_reply boolean not null,
      after_message bigint not null,
      state text not null default 'waiting' check (state in ('waiting', 'sent', 'held')),
      reason text check (reason in ('blocked', 'plan', 'suspended', 'answered')),
      author_id bigint references users on delete set null,
      foreign key (company_id, discussion_id) references discussions (company_id, id) on delete cascade
    );
    create index scheduled_messages_discussion on scheduled_messages (company_id, discussion_id);
    create index scheduled_messages_author on scheduled_messages (author_id) where author_id is not null;
    create index scheduled_messages_due on scheduled_messages (send_at) where state = 'waiting';

    create table discussion_notes (
      id bigint generated always as identity primary key,
      discussion_id uuid not null references discussions on delete cascade,
      text text not null,
      created_at timestamptz not null default app_now()
    );
    create index discussion_notes_discussion on discussion_notes (discussion_id);

    -- One per conversation, whatever was written meanwhile: the last message leaves as itself (W-094).
    create table deferred_messages (
      user_id bigint references users on delete cascade,
      discussion_id uuid references discussions on delete cascade,
      message_id bigint not null,
      due_at timestamptz not null,
      primary key (user_id, discussion_id)
    );
    create index deferred_messages_due on deferred_messages (due_at);
    create index deferred_messages_discussion on deferred_messages (discussion_id);

    -- Search in messages and notes (TO-23): French stems and plain words of folded texts, without an extension.
    create table message_words (
      company_id uuid not null,
      discussion_id uuid not null,
      message_id bigint,
      note_id bigint,
      said_at timestamptz not null,
      words tsvector not null,
      foreign key (company_id, discussion_id) references discussions (company_id, id) on delete cascade
    ) partition by hash (company_id);
    create unique index message_words_message on message_words (company_id, discussion_id, message_id);
    create index message_words_words on message_words using gin (words);
    -- What is found among the newest is a page without any other (decision 0046).
    create index message_words_newest on message_words (company_id, said_at desc, coalesce(message_id, -note_id) desc);
    do $$
    begin
      for part in 0..31 loop
        execute format('create table message_words_%s partition of message_words for values with (modulus 32, remainder %s)', part, part);
      end loop;
    end $$;

    -- Whose word is the last, and what a resident's word opens again (Q-116): the counters tell who wrote. An automatic text
    -- moves neither them nor last_message_id.
    create function follow_talk() returns trigger language plpgsql as $$
    begin
      if new.company_unread > old.company_unread then
        new.last_human := 'resident';
        if new.triage <> 'open' then
          new.triage := 'open';
          new.triage_at := new.updated_at;
        end if;
        if old.last_message_id = 0 then
          update broadcasts set conversations = broadcasts.conversations + 1
          where broadcasts.company_id = new.company_id and broadcasts.sent_at > new.updated_at - interval '24 hours';
        end if;
      else
        new.last_human := 'company';
        new.company_wrote_at := new.updated_at;
      end if;
      return new;
    end $$;
    create trigger discussions_talk before update of last_message_id on discussions
      for each row when (new.last_message_id > old.last_message_id) execute function follow_talk();

    -- The SQL twin of foldText: no marks, no ligatures, plain apostrophes, lower case.
    create function fold_words(text) returns text language sql immutable parallel safe as $$
      select lower(translate(
        replace(replace(replace(replace(
          regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f\\u00a8\\u00af\\u00b4\\u00b7\\u00b8^\`]', '', 'g'),
          'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), '’', ''''))
    $$;

    -- Punctuation is a space on both sides, so that no word is taken for an address, a number or an operator.
    create function plain_words(text) returns text language sql immutable parallel safe as $$
      select regexp_replace(fold_words($1), '[\\u0021-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\s]+', ' ', 'g')
    $$;

    -- The company is one more lexeme: one GIN index answers per company without btree_gin.
    create function word_vector(company uuid, said text) returns tsvector language sql immutable parallel safe as $$
      select strip(to_tsvector('pg_catalog.french', plain_words(said)) || to_tsvector('pg_catalog.simple', plain_words(said)))
        || array_to_tsvector(array['#' || left(company::text, 8)])
    $$;

    create function index_messages() returns trigger language plpgsql as $$
    begin
      insert into message_words (company_id, discussion_id, message_id, note_id, said_at, words)
      select discussions.company_id, discussions.id, come.id, null::bigint, come.sent_at, word_vector(discussions.company_id, come.text)
      from come join discussions on discussions.id = come.discussion_id where come.text <> '';
      return null;
    end $$;
    create trigger messages_indexed after insert on messages referencing new table as come for each statement
      execute function index_messages();

    create function index_notes() returns trigger language plpgsql as $$
    begin
      insert into message_words (company_id, discussion_id, message_id, note_id, said_at, words)
      select discussions.company_id, discussions.id, null::bigint, come.id, come.created_at, word_vector(discussions.company_id, come.text)
      from come join discussions on discussions.id = come.discussion_id where come.text <> '';
      return null;
    end $$;
    create trigger discussion_notes_indexed after insert on discussion_notes referencing new table as come for each statement
      execute function index_notes();

    create function forget_notes() returns trigger language plpgsql as $$
    begin
      delete from message_words using gone, discussions
      where discussions.id = gone.discussion_id and message_words.company_id = discussions.company_id
        and message_words.discussion_id = discussions.id and message_words.note_id = gone.id;
      return null;
    end $$;
    create trigger discussion_notes_forgotten after delete on discussion_notes referencing old table as gone for each statement
      execute function forget_notes();`
}
