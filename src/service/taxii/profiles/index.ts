import { briefCursors } from './briefCursors';
import { cutJson, dropped, endless, endlessPages, limitIgnored } from './broken';
import { addedDates, tiedDates, tiedWithoutNext } from './dates';
import { emptyEnvelope } from './emptyEnvelope';
import { emptyErrors, htmlErrors, jsonErrors } from './errors';
import { futureDate } from './futureDate';
import { inclusiveAddedAfter } from './inclusiveAddedAfter';
import { lostPages } from './lostPages';
import { notFoundPastEnd } from './notFoundPastEnd';
import { oneShotCursor } from './oneShotCursor';
import { pageNumbers } from './pageNumbers';
import type { Profile } from './profile';
import { redirectElsewhere, redirectSame } from './redirects';
import { httpRoots, otherRoots, relativeRoots } from './roots';
import { restoredBackup } from './restoredBackup';
import { shortCursors } from './shortCursors';
import { tooManyBare, tooManyRequests } from './tooMany';
import { withoutNext } from './withoutNext';

/** Every error profile; see docs/taxii.md. */
export const profiles: readonly Profile[] = [
  oneShotCursor,
  withoutNext,
  inclusiveAddedAfter,
  tiedDates,
  tiedWithoutNext,
  addedDates,
  emptyEnvelope,
  relativeRoots,
  httpRoots,
  otherRoots,
  redirectSame,
  redirectElsewhere,
  htmlErrors,
  jsonErrors,
  emptyErrors,
  tooManyRequests,
  tooManyBare,
  notFoundPastEnd,
  pageNumbers,
  cutJson,
  dropped,
  limitIgnored,
  endless,
  endlessPages,
  lostPages,
  shortCursors,
  briefCursors,
  restoredBackup,
  futureDate,
];
