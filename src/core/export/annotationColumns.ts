import { t } from '../../l10n';
import { judgmentIn, type Known } from '../records/knowledge';
import { judgmentText } from '../records/labels/judgmentLabels';
import { span } from './markdownParts';

/** The user's note and tags for an indicator. */
export interface ExportedAnnotation {
  readonly note?: string;
  readonly tags?: readonly string[];
}

/** How notes and tags are formatted. */
export interface AnnotationFormatters<Row> {
  /** Defangs every indicator in a text. */
  readonly defangText: (text: string) => string;
  /** The user's note and tags. */
  readonly annotationOf?: (row: Row) => ExportedAnnotation | undefined;
}

/** A column of a Markdown table; cells are escaped. */
interface MarkdownColumn<Row> {
  readonly title: string;
  readonly cellOf: (row: Row) => string;
}

/** The Markdown columns of notes, tags, and the team's judgments, if any row has some. */
export function annotationColumns<Row extends { readonly known: readonly Known[] }>(
  rows: readonly Row[],
  { annotationOf, defangText }: AnnotationFormatters<Row>,
): readonly MarkdownColumn<Row>[] {
  const noteOf = (row: Row): string => annotationOf?.(row)?.note ?? '';
  const tagsOf = (row: Row): string => (annotationOf?.(row)?.tags ?? []).join(', ');
  const teamOf = ({ known }: Row): string => {
    const judgment = judgmentIn(known);
    return judgment === undefined ? '' : judgmentText(judgment);
  };
  return [
    { title: t('Note'), textOf: noteOf },
    { title: t('Tags'), textOf: tagsOf },
    { title: t('Team'), textOf: teamOf },
  ]
    .filter(({ textOf }) => rows.some((row) => textOf(row) !== ''))
    .map(({ title, textOf }) => ({
      title,
      cellOf: (row) => span(defangText(textOf(row))).replaceAll('|', '\\|'),
    }));
}
