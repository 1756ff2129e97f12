import type { IndicatorRecord } from '../../core/records/record';
import { cutText, visibleText } from '../common/visibleText';
import { riskLook } from '../common/verdict';
import type { RowView, SectionView } from '../../webviews/messages/record';
import { type OtherRow, otherRows } from './otherSections';
import { attributeTitles, groupTitles, keyLabel, valueWords } from './propertyLabels';

/** A panel stays quick with this much of one section; the raw JSON has the rest. */
const maxGroups = 60;
const maxRows = 300;
const maxValues = 100;
const maxChars = 8000;

/** Foreign text as the panel shows it. */
export type Show = (text: string) => string;

/** Every group that holds something: what is written of it, then as the specification has them, then the rest. */
export function recordSections(record: IndicatorRecord, show: Show): SectionView[] {
  const { about, other } = otherRows(record);
  return [
    ...sectionOf('about', 'About', rowsOf(about, show)),
    ...propertySections(record, show),
    ...attributeSections(record, show),
    ...listing(record, show),
    ...sectionOf('other', 'Other', rowsOf(other, show)),
  ];
}

function propertySections({ properties }: IndicatorRecord, show: Show): SectionView[] {
  const known = Object.keys(groupTitles);
  const groups = Object.keys(properties);
  const ordered = [...known.filter((id) => groups.includes(id)), ...groups.filter((id) => !known.includes(id))];
  const further = ordered.slice(maxGroups);
  const sections = ordered.slice(0, maxGroups).flatMap((group) => {
    const entries = Object.entries(properties[group] ?? {}).filter(([, values]) => values.length > 0);
    const rows = entries.map(([key, values]) =>
      rowOf(
        keyLabel(group, key),
        key,
        values.map((value) => valueWords(group, key, value)),
        show,
      ),
    );
    return sectionOf(group, groupTitles[group] ?? group, rows);
  });
  const names = further.length === 0 ? [] : [rowOf('In the raw JSON', 'properties', further, show)];
  return [...sections, ...sectionOf('further-groups', 'Further groups', names)];
}

/** Ports, protocols and technologies in one section, a row each; display names stand behind the value. */
function attributeSections({ attributes }: IndicatorRecord, show: Show): SectionView[] {
  const rows = Object.entries(attributes).flatMap(([name, values]) => {
    const shown = values.filter((parts) => parts.length > 0).map((parts) => [...new Set(parts)].join(' · '));
    return shown.length === 0 ? [] : [rowOf(attributeTitles[name] ?? keyLabel('attributes', name), name, shown, show)];
  });
  return sectionOf('attributes', 'Ports, protocols, technologies', rows);
}

function listing(record: IndicatorRecord, show: Show): SectionView[] {
  const { iid, qid, submissions, toplist, riskRecommended, manualRisk } = record;
  const rows: RowView[] = [];
  if (toplist !== undefined) {
    const domain = toplist.domain === undefined ? '' : ` (${toplist.domain})`;
    rows.push(rowOf('Rank among queried domains', 'toplist_rank', [`${toplist.rank}${domain}`], show));
  }
  if (submissions !== undefined) rows.push(rowOf('Submissions', 'submissions', [String(submissions)], show));
  if (riskRecommended !== undefined && (manualRisk || riskRecommended !== record.risk)) {
    rows.push(rowOf('Scored', 'risk_recommended', [riskLook(riskRecommended).words], show));
  }
  if (iid !== undefined) rows.push(rowOf('Indicator id', 'iid', [String(iid)], show));
  if (qid !== undefined) rows.push(rowOf('Queue id', 'qid', [String(qid)], show));
  return sectionOf('listing', 'Listing', rows);
}

function rowsOf(rows: readonly OtherRow[], show: Show): readonly RowView[] {
  return rows.map(({ label, key, values }) => rowOf(label, key, values, show));
}

function rowOf(label: string, key: string, values: readonly string[], show: Show): RowView {
  const shown = values.slice(0, maxValues).map(show);
  const more = values.length - shown.length;
  return {
    label: cutText(visibleText(label), 200),
    key: cutText(visibleText(key), 200),
    values: more > 0 ? [...shown, `… ${more} more in the raw JSON`] : shown,
  };
}

/** Foreign text made fit to be shown: line breaks stay, nothing is unseen, nothing is endless, no indicator is live. */
export function shownText(text: string, defangText: Show): string {
  return visibleText(defangText(cutText(text, maxChars)), { keepLines: true });
}

function sectionOf(id: string, title: string, rows: readonly RowView[]): SectionView[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, maxRows);
  return [{ id, title: cutText(visibleText(title), 100), rows: shown, more: rows.length - shown.length }];
}
