import type { StoredSource } from '../../../core/records/sourceDetails';
import { meaningLabel, meaningOf } from '../../shared/sources/meaning';
import { visibleText } from '../../shared/text/visibleText';
import { hostOfAddress, type MirrorTreeItem, shortName } from '../mirrorLabels';
import { strings } from '../strings';
import { detailLines } from './sourceDetails';
import { kindOf, listIcon } from './listIcons';
import { sourceStrings } from './strings';
import { entriesOf, entriesText, hasMeaning, type ServiceNode, skippedCount, type StoredNode } from './sourceNodes';
import { t, formatAge, formatDateTime } from '../../../l10n';

const texts = sourceStrings;

/** The row of the connected service. */
export function serviceTreeItem({ address, mode }: ServiceNode): MirrorTreeItem {
  const host = hostOfAddress(address);
  return {
    label: host,
    description: texts.mode(mode),
    icon: 'cloud',
    tooltip: [t('Service at {0}', host), t('Lookups: {0}', texts.mode(mode))],
    context: 'service',
  };
}

/** The row of an import or of sample data: its age, its entries, and what it means to be listed. */
export function storedTreeItem({ source }: StoredNode, now: number): MirrorTreeItem {
  const { kind, name, asOf, details, risk } = source;
  const isSample = kind === 'sample';
  const title = isSample ? t('Sample data') : visibleText(name);
  const count = entriesOf(source);
  const isImporting = source.isImporting === true;
  const failed = !isImporting && (details.failure !== undefined || details.complete === false);
  const meaning = hasMeaning(source) ? meaningLabel(meaningOf(risk, details)) : undefined;
  const summary = [strings.ageAndCount(asOf, count, now), ...(meaning === undefined ? [] : [meaning])].join(' · ');
  const description = isImporting ? t('importing… · {0}', summary) : failed ? t('incomplete · {0}', summary) : summary;
  return {
    label: shortName(title),
    description,
    spoken: `${title}, ${entriesText(source)}, ${description}`,
    icon: isImporting ? 'loading~spin' : failed ? 'warning' : isSample ? 'beaker' : listIcon(kindOf(source), 'file'),
    ...(failed ? { color: 'problemsWarningIcon.foreground' } : {}),
    tooltip: [
      title,
      ...detailLines(source),
      ...(isSample ? [t('Made-up indicators to try things out. They leave triage once there are others.')] : []),
      t('Imported {0} ({1}).', formatAge(asOf, now), formatDateTime(asOf)),
    ],
    context: storedContext(source),
  };
}

/** What can be done with a source, for the menus. */
function storedContext(source: StoredSource): string {
  const words = [
    'stored',
    source.kind,
    ...(source.kind === 'import' && hasMeaning(source) ? ['meaning'] : []),
    ...(source.details.path === undefined ? [] : ['file']),
    ...(source.details.path !== undefined && source.details.isTable === true ? ['table'] : []),
    ...(skippedCount(source) === 0 ? [] : ['skipped']),
  ];
  return words.join(' ');
}
