import * as z from 'zod';
import { isMissingTimestamp, parseTimestamp } from '../../records/timestamp';
import { boundedText } from './bounds';

/** Numbers come as numbers or as strings. */
export const integer = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,16}$/)
      .transform(Number),
  ])
  .pipe(z.int().nonnegative());

/** A text; numbers and flags are converted. */
export const text = z
  .union([z.string(), z.number().transform(String), z.boolean().transform((flag) => (flag ? '1' : '0'))])
  .transform(boundedText);

/** 0 or 1, as a number, a string or a boolean. */
export const flag = z.union([
  z.boolean(),
  z.union([z.literal(0), z.literal('0'), z.literal('false')]).transform(() => false),
  z.union([z.literal(1), z.literal('1'), z.literal('true')]).transform(() => true),
]);

/** A timestamp in milliseconds; undefined if zeros or a word mean that there is no date. */
export const timestamp = z.union([
  z
    .string()
    .max(64)
    .transform((value, context) => {
      if (isMissingTimestamp(value)) return undefined;
      const time = parseTimestamp(value);
      if (time === undefined) context.addIssue({ code: 'custom', message: 'no date' });
      return time;
    }),
  // Seconds or milliseconds since 1970: the former stay below 1e11 for three thousand years.
  z
    .number()
    .nonnegative()
    .max(8.64e15)
    .transform((value) => (value === 0 ? undefined : value < 1e11 ? value * 1_000 : value)),
]);

/** Some services send the reason of the retirement instead of the flag; some words leave it open. */
export const retirement = z.union([
  flag.transform((retired) => ({ retired, reason: undefined })),
  z.string().transform((words) => {
    const reason = boundedText(words.trim());
    if (/^(?:|null|none|n\/a)$/i.test(reason)) return { retired: undefined, reason: undefined };
    const retired = !/^(?:no|active)$/i.test(reason);
    return { retired, reason: retired && !/^(?:yes|retired)$/i.test(reason) ? reason : undefined };
  }),
]);
