import { t } from '../../../l10n';

/** Text of a record panel around the record: title, buttons, waiting, tooltip. */
export const panelStrings = {
  threat: () => t('Threat'),
  feed: () => t('Feed'),
  threatWithId: (id: number) => t('Threat {0}', String(id)),
  feedWithId: (id: number) => t('Feed {0}', String(id)),

  waitingFor: (host: string) => t('Waiting for {0}…', host),
};
