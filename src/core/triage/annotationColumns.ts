import { span } from '../export/markdownParts';
import type { Annotation } from './annotation';
import type { Triaged } from './assess';
import { strings } from './strings';

/** How notes and tags are formatted. */
export interface AnnotationFormatters {
  /** Defangs every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** The user's note and tags. */
  readonly annotationOf?: (row: Triaged) => Annotation | undefined;
}

/** A column of a Markdown table; cells are escaped. */
interface MarkdownColumn {
  readonly title: string;
  readonly cellOf: (row: Triaged) => string;
}

/** The Markdown columns of notes and tags, if any row has some. */
export function annotationColumns(
  rows: readonly Triaged[],
  { annotationOf, defangText }: AnnotationFormatters,
): readonly MarkdownColumn[] {
  const noteOf = (row: Triaged): string => annotationOf?.(row)?.note ?? '';
  const tagsOf = (row: Triaged): string => (annotationOf?.(row)?.tags ?? []).join(', ');
  return [
    { title: strings.note(), textOf: noteOf },
    { title: strings.tags(), textOf: tagsOf },
  ]
    .filter(({ textOf }) => rows.some((row) => textOf(row) !== ''))
    .map(({ title, textOf }) => ({
      title,
      cellOf: (row) => span(defangText(textOf(row))).replaceAll('|', '\\|'),
    }));
}
