import * as z from 'zod/mini';
import { isMissingTimestamp, parseTimestamp } from '../../records/timestamp';
import { boundedText } from './bounds';

/** Numbers come as numbers or as strings. */
export const integer = z.pipe(
  z.union([z.number(), z.pipe(z.string().check(z.trim(), z.regex(/^-?\d{1,16}$/)), z.transform(Number))]),
  z.int().check(z.nonnegative()),
);

/** A text; numbers and flags are converted. */
export const text = z.pipe(
  z.union([
    z.string(),
    z.pipe(z.number(), z.transform(String)),
    z.pipe(
      z.boolean(),
      z.transform((flag) => (flag ? '1' : '0')),
    ),
  ]),
  z.transform(boundedText),
);

/** 0 or 1, as a number, a string or a boolean. */
export const flag = z.union([
  z.boolean(),
  z.pipe(
    z.literal([0, '0', 'false']),
    z.transform(() => false),
  ),
  z.pipe(
    z.literal([1, '1', 'true']),
    z.transform(() => true),
  ),
]);

/** A timestamp in milliseconds; undefined if zeros or a word mean that there is no date. */
export const timestamp = z.union([
  z.pipe(
    z.string().check(z.maxLength(64)),
    z.transform((value, { issues }) => {
      if (isMissingTimestamp(value)) return undefined;
      const time = parseTimestamp(value);
      if (time === undefined) issues.push({ code: 'custom', message: 'no date', input: value });
      return time;
    }),
  ),
  // Seconds or milliseconds since 1970: the former stay below 1e11 for three thousand years.
  z.pipe(
    z.number().check(z.nonnegative(), z.maximum(8.64e15)),
    z.transform((value) => (value === 0 ? undefined : value < 1e11 ? value * 1_000 : value)),
  ),
]);

/** Some services send the reason of the retirement instead of the flag; some words leave it open. */
export const retirement = z.union([
  z.pipe(
    flag,
    z.transform((retired) => ({ retired, reason: undefined })),
  ),
  z.pipe(
    z.string(),
    z.transform((words) => {
      const reason = boundedText(words.trim());
      if (/^(?:|null|none|n\/a)$/i.test(reason)) return { retired: undefined, reason: undefined };
      const retired = !/^(?:no|active)$/i.test(reason);
      return { retired, reason: retired && !/^(?:yes|retired)$/i.test(reason) ? reason : undefined };
    }),
  ),
]);
