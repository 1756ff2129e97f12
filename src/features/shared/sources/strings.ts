import type { ListKind } from '../../../core/records/context';
import { formatNumber, t } from '../../../l10n';
import { icon, type UiText, uiPlural, uiText } from '../ui/text';

/** Text about sources, which several features show. */
export const strings = {
  countOfKind: (kind: ListKind, count: number): string =>
    ({
      malicious: () => t('{0} malicious', count),
      blocked: () => t('{0} blocked', count),
      informational: () => t('{0} informational', count),
      harmless: () => t('{0} of known services', count),
      location: () => t('{0} with a location', count),
    })[kind](),
  kind: (kind: ListKind): string =>
    ({
      malicious: () => t('malicious'),
      blocked: () => t('block list'),
      informational: () => t('informational'),
      harmless: () => t('known services'),
      location: () => t('location'),
    })[kind](),

  // The default risk
  riskTitle: (name: string): UiText => uiText('Risk of Entries: {0}', name),
  riskTitleOfMany: (count: number): UiText =>
    uiPlural(count, { one: 'Risk of Entries: {0} File', other: 'Risk of Entries: {0} Files' }),
  riskQuestion: (): UiText => uiText('What does it mean to be on this list?'),
  riskQuestionOfMany: (): UiText => uiText('What does it mean to be on these lists?'),
  level: (iconName: string, label: string): UiText => uiText('{0} {1}', icon(iconName), label),
  nothing: (): UiText => uiText('{0} Nothing by itself', icon('question')),
  recommended: (): UiText => uiText('recommended'),
  current: (): UiText => uiText('current'),
  levelDetail: (): UiText => uiText('For entries without a risk of their own.'),
  nothingDetail: (): UiText => uiText('Entries without a risk of their own are shown as listed, but not as risky.'),
  rating: (name: string): UiText => uiText('Setting the risk of “{0}”', name),
  processed: (done: number, total: number): UiText => uiText('{0} of {1}', formatNumber(done), formatNumber(total)),
  riskSet: (name: string, risk: string): UiText => uiText('“{0}”: {1}', name, risk),
  riskKept: (name: string): UiText => uiText("Canceled. The risk of “{0}” wasn't changed.", name),
  nothingLabel: (): UiText => uiText('nothing by itself'),
};
