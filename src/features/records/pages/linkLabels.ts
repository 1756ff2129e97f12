import type { LinkListView, RecordView } from '../../../webviews/messages/recordParts';
import { hostLabel } from '../../shared/format/verdict';
import { strings } from '../strings';
import { t } from '../../../l10n';

/** What the button and the wait of a list of links say; without a host nothing is sent. */
export function linkListLabels(host: string | undefined): Pick<LinkListView, 'load' | 'pendingLabel'> {
  if (host === undefined) return { load: strings.links.load(), pendingLabel: t('Loading…') };
  const name = hostLabel(host);
  return { load: strings.links.loadFrom(name), pendingLabel: strings.panel.loadingFrom(name) };
}

/** What the button says that loads a list of links again. */
export function reloadLabel(host: string | undefined): string {
  return host === undefined ? t('Reload') : strings.links.reloadFrom(hostLabel(host));
}

/** The labels of the button that compares a record with previous scans, on a service (`host`) or the local store. */
export function compareView(host: string | undefined): NonNullable<RecordView['compare']> {
  const { compare, compareOn, loadingPreviousScans, loadingPreviousScansFrom } = strings.panel;
  if (host === undefined) return { label: compare(), pendingLabel: loadingPreviousScans(), sendsRequest: false };
  const name = hostLabel(host);
  return { label: compareOn(name), pendingLabel: loadingPreviousScansFrom(name), sendsRequest: true };
}
