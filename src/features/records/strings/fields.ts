import { recordStrings } from '../../../core/records/labels/recordStrings';
import { t } from '../../../l10n';

/** Titles of sections and labels of rows that are not named after a property of the service. */
export const fieldStrings = {
  techniques: recordStrings.techniques,
  references: recordStrings.references,

  ...recordStrings.feed,

  timestamps: {
    ...recordStrings.timestamps,
    /** Of a threat or a feed, which aren't domains themselves. */
    other: () => t('Link updated'),
  },
};
