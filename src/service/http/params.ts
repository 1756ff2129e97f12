import * as z from 'zod/mini';

/** A switch of the specification, 0 or 1; false if missing. */
export const flag = z.pipe(
  z.optional(z.enum(['0', '1'], { error: 'must be 0 or 1' })),
  z.transform((value) => value === '1'),
);

/** An integer of at least `min`. */
export function wholeNumber(min: number) {
  const message = `must be a whole number of at least ${min}`;
  return z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, message)),
    z.pipe(z.transform(Number), z.number().check(z.minimum(min, message))),
  );
}

/** One of these values. */
export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, { error: `must be one of: ${values.join(', ')}` });
}

export type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

/**
 * Reads query parameters by a schema whose issues describe valid values. The last of repeated parameters counts,
 * empty ones count as missing, and unknown ones are ignored.
 */
export function readParams<T>(schema: z.ZodMiniType<T>, query: URLSearchParams): Read<T> {
  const given = Object.fromEntries([...query].filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const name = issue?.path.join('.') ?? '';
  const missing = name !== '' && given[name] === undefined;
  const what = missing ? 'is missing' : (issue?.message ?? 'is not valid');
  return { ok: false, message: name === '' ? what : `Parameter ${name} ${what}.` };
}
