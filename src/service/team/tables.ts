import type { Generated } from 'kysely';

/** Tables whose rows are read and written one by one. {@link mappings} has the columns of those written in bulk. */
export interface TeamTables {
  readonly team: { readonly version: number };
  readonly source: {
    readonly id: Generated<number>;
    readonly kind: string;
    readonly name: string;
    readonly address: string;
    readonly created: number;
    readonly as_of: number;
    readonly date_added: number | null;
    readonly risk: number | null;
    readonly ages: number;
    readonly details: string;
    readonly name_id: Buffer;
  };
  readonly threat: Named & { readonly tid: Generated<number> };
  readonly feed: Named & { readonly fid: Generated<number> };
}

interface Named {
  readonly name_id: Buffer;
  readonly name_key: string;
  readonly name: string;
}

/**
 * A column of the team store. The column of a working set has the same name unless `local` is set. `key`: hexadecimal,
 * of the indicator whose local ID is in the working set. `body`: the stored form of a statement in a working set refers
 * to another table.
 */
export interface Column {
  readonly name: string;
  readonly type: 'bytea' | 'text' | 'bigint' | 'integer' | 'smallint';
  /** The column of the working set. */
  readonly local?: string;
  readonly is?: 'key' | 'iid' | 'body' | 'hash';
  /** Columns of the working set that a hash is of. */
  readonly of?: readonly string[];
}

/** A table of the team store, and the table of a working set that has the same rows. */
export interface Mapping {
  readonly table: string;
  readonly local: string;
  readonly columns: readonly Column[];
  /** Columns of the primary key. */
  readonly primary: readonly string[];
  /** Columns that identify a row in the working set. */
  readonly identity: readonly string[];
  /**
   * How rows are written that may be stored although they aren't loaded: where the server merges them, or by replacing
   * them. Of other tables, all rows are loaded that a unit of work may write.
   */
  readonly unloaded?: 'merged' | 'replaced';
}

const key: Column = { name: 'key', type: 'bytea', local: 'iid', is: 'key' };
const bigint = (name: string): Column => ({ name, type: 'bigint' });
const integer = (name: string): Column => ({ name, type: 'integer' });
const smallint = (name: string): Column => ({ name, type: 'smallint' });
const text = (name: string): Column => ({ name, type: 'text' });
const hash = (name: string, ...of: readonly string[]): Column => ({ name, type: 'bytea', is: 'hash', of });

/** Tables whose rows are those of a working set, in the order in which they are written. */
export const mappings = {
  source: {
    table: 'source',
    unloaded: 'merged',
    local: 'source',
    columns: [
      integer('id'),
      text('kind'),
      text('name'),
      text('address'),
      bigint('created'),
      bigint('as_of'),
      bigint('date_added'),
      smallint('risk'),
      smallint('ages'),
      text('details'),
      hash('name_id', 'name', 'address'),
    ],
    primary: ['id'],
    identity: ['id'],
  },
  mirror: {
    table: 'mirror',
    unloaded: 'merged',
    local: 'mirror',
    columns: [
      integer('source_id'),
      text('server'),
      text('root'),
      text('collection'),
      text('title'),
      bigint('run'),
      text('watermark'),
      text('next_after'),
      bigint('last_sync'),
      bigint('last_full'),
      bigint('discovered'),
      text('trouble'),
      bigint('bytes'),
      hash('target', 'server', 'collection'),
    ],
    primary: ['source_id'],
    identity: ['source_id'],
  },
  threatStatement: {
    table: 'threat_statement',
    unloaded: 'merged',
    local: 'threat_assertion',
    columns: [
      integer('tid'),
      integer('source_id'),
      bigint('as_of'),
      smallint('risk'),
      text('category'),
      text('body'),
      smallint('original'),
      bigint('stated'),
      bigint('date_added'),
    ],
    primary: ['tid', 'source_id'],
    identity: ['tid', 'source_id'],
  },
  feedStatement: {
    table: 'feed_statement',
    unloaded: 'merged',
    local: 'feed_assertion',
    columns: [
      integer('fid'),
      integer('source_id'),
      bigint('as_of'),
      text('category'),
      text('organization'),
      text('pricing'),
      text('body'),
      smallint('original'),
      bigint('stated'),
      bigint('date_added'),
    ],
    primary: ['fid', 'source_id'],
    identity: ['fid', 'source_id'],
  },
  statement: {
    table: 'statement',
    local: 'assertion',
    columns: [
      key,
      integer('source_id'),
      { ...bigint('iid'), is: 'iid' },
      bigint('created'),
      bigint('changed'),
      bigint('as_of'),
      { ...text('body'), is: 'body' },
      smallint('original'),
      bigint('stated'),
      bigint('date_added'),
      bigint('version'),
    ],
    primary: ['key', 'source_id'],
    identity: ['iid', 'source_id'],
  },
  threatLink: {
    table: 'threat_link',
    local: 'threat_link',
    columns: [
      key,
      integer('source_id'),
      integer('tid'),
      { ...bigint('iid'), is: 'iid' },
      bigint('stamp_linked'),
      bigint('date_added'),
      bigint('version'),
    ],
    primary: ['key', 'source_id', 'tid'],
    identity: ['iid', 'source_id', 'tid'],
  },
  feedLink: {
    table: 'feed_link',
    local: 'feed_link',
    columns: [key, integer('source_id'), integer('fid'), bigint('stamp_linked')],
    primary: ['key', 'source_id', 'fid'],
    identity: ['iid', 'source_id', 'fid'],
  },
  retirement: {
    table: 'retirement',
    local: 'retirement',
    columns: [key, bigint('at'), text('reason')],
    primary: ['key'],
    identity: ['iid'],
  },
  finding: {
    table: 'finding',
    local: 'finding',
    columns: [key, bigint('as_of'), smallint('looked'), smallint('stored'), text('facts')],
    primary: ['key'],
    identity: ['iid'],
  },
  foundValue: {
    table: 'found_value',
    unloaded: 'replaced',
    local: 'found_value',
    columns: [
      key,
      hash('value_id', 'grp', 'name', 'value'),
      text('grp'),
      text('name'),
      text('value'),
      bigint('first_seen'),
      bigint('last_seen'),
    ],
    primary: ['key', 'value_id'],
    identity: ['iid', 'grp', 'name', 'value'],
  },
  withdrawn: {
    table: 'withdrawn',
    unloaded: 'replaced',
    local: 'withdrawn',
    columns: [
      { ...hash('key', 'value') },
      integer('source_id'),
      text('type'),
      hash('threat_id', 'threat'),
      bigint('wid'),
      text('value'),
      text('threat'),
      text('category'),
      bigint('stated'),
      bigint('date_added'),
    ],
    primary: ['key', 'source_id', 'type', 'threat_id'],
    identity: ['source_id', 'type', 'value', 'threat'],
  },
  stixObject: {
    table: 'stix_object',
    local: 'stix_object',
    columns: [
      hash('key', 'id'),
      integer('source_id'),
      bigint('oid'),
      text('id'),
      text('type'),
      text('spec'),
      text('created'),
      text('modified'),
      bigint('as_of'),
      text('body'),
      bigint('run'),
      smallint('state'),
      bigint('until'),
      bigint('date_added'),
      bigint('version'),
    ],
    primary: ['key', 'source_id'],
    identity: ['id', 'source_id'],
  },
  tie: {
    table: 'mirror_tie',
    unloaded: 'replaced',
    local: 'mirror_tie',
    columns: [
      hash('key', 'to_id'),
      integer('source_id'),
      hash('from_key', 'from_id'),
      text('to_id'),
      text('from_id'),
      bigint('stamp'),
    ],
    primary: ['key', 'source_id', 'from_key'],
    identity: ['source_id', 'to_id', 'from_id'],
  },
} as const satisfies Readonly<Record<string, Mapping>>;

/** The columns of an indicator, apart from those that follow from its lookup key. */
export const indicatorColumns = [
  'iid',
  'own_value',
  'type',
  'risk',
  'retired',
  'stamp_added',
  'stamp_updated',
  'stamp_seen',
  'stamp_retired',
] as const;
