/**
 * Names in the stored JSON of scans and query runs that differ from those in code: older versions wrote them, and other
 * versions read them. Code calls the names on the left, JSON those on the right.
 */
interface Names {
  readonly kinds?: Readonly<Record<string, string>>;
  readonly keys?: Readonly<Record<string, { readonly as: string; readonly names?: Names }>>;
}

const error: Names = {
  kinds: { keyRejected: 'keyRefused', canceled: 'cancelled' },
  keys: { serviceMessage: { as: 'said' } },
};

const refusal: Names = { keys: { serviceMessage: { as: 'said' } } };

const scan: Names = {
  keys: {
    progress: {
      as: 'progress',
      names: {
        kinds: { canceled: 'cancelled' },
        keys: { error: { as: 'trouble', names: error }, serviceMessage: { as: 'said' } },
      },
    },
  },
};

const queryRun: Names = {
  keys: {
    end: {
      as: 'end',
      names: {
        kinds: { canceled: 'cancelled', failed: 'trouble' },
        keys: { error: { as: 'trouble', names: error }, refusal: { as: 'refusal', names: refusal } },
      },
    },
  },
};

const tables = { scan, queryRun };

/** A scan or a query run as it is stored. */
export function toStoredNames(value: object, table: keyof typeof tables): unknown {
  return renamed(value, tables[table], false);
}

/** A scan or a query run out of its stored form; names of today are taken as they are. */
export function fromStoredNames(stored: unknown, table: keyof typeof tables): unknown {
  return renamed(stored, tables[table], true);
}

function renamed(value: unknown, { kinds = {}, keys = {} }: Names, isReading: boolean): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kindOf = new Map(
    Object.entries(kinds).map(([inCode, inJson]) => (isReading ? [inJson, inCode] : [inCode, inJson])),
  );
  const keyOf = new Map(
    Object.entries(keys).map(([inCode, { as, names }]) =>
      isReading ? [as, { to: inCode, names }] : [inCode, { to: as, names }],
    ),
  );
  const entries = Object.entries(value).map(([key, inner]: [string, unknown]) => {
    if (key === 'kind' && typeof inner === 'string') return [key, kindOf.get(inner) ?? inner];
    const known = keyOf.get(key);
    if (known === undefined) return [key, inner];
    return [known.to, known.names === undefined ? inner : renamed(inner, known.names, isReading)];
  });
  return Object.fromEntries(entries) as unknown;
}
