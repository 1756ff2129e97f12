import type { QueryError, TextRange } from '../syntax/ast';
import type { QuerySettings } from '../syntax/directives';
import { type FileQuery, parseQueryFile, type QueryFile, queryAtOffset } from '../syntax/queryFile';

/** A query to run, with its settings. */
export interface RunnableQuery {
  /** As it is sent, see {@link FileQuery.text}. */
  readonly text: string;
  readonly settings: QuerySettings;
  readonly title: string | undefined;
  /** Its range in the file. */
  readonly range: TextRange;
  /** Syntax errors, with ranges in the file. */
  readonly errors: readonly QueryError[];
}

/** All queries of a file, without empty sections. */
export function runnableQueries(file: QueryFile): readonly RunnableQuery[] {
  return file.queries.flatMap((query) => runnable(query) ?? []);
}

/**
 * The query at the cursor, or the selected text as one query or, across separators, several. A selection within one query
 * keeps that query's title and directives.
 */
export function queriesInSelection(file: QueryFile, selection: TextRange): readonly RunnableQuery[] {
  const around = queryAtOffset(file, selection.start);
  const whole = around && runnable(around);
  const underCursor = whole === undefined ? [] : [whole];
  const selected = file.text.slice(selection.start, selection.end);
  if (selected.trim() === '') return underCursor;
  const parts = runnableQueries(parseQueryFile(selected)).map((each) => moved(each, selection.start));
  const [first, ...others] = parts;
  if (first === undefined) return underCursor;
  if (others.length > 0 || around === undefined || selection.end > around.section.end) return parts;
  return [{ ...first, title: around.title, settings: { ...around.settings, ...first.settings } }];
}

function runnable({ text, settings, title, range, parsed }: FileQuery): RunnableQuery | undefined {
  return range === undefined ? undefined : { text, settings, title, range, errors: parsed.errors };
}

function moved(query: RunnableQuery, by: number): RunnableQuery {
  const move = ({ start, end }: TextRange): TextRange => ({ start: start + by, end: end + by });
  return {
    ...query,
    range: move(query.range),
    errors: query.errors.map((error) => ({ ...error, range: move(error.range) })),
  };
}
