import { t } from '../../l10n';

/** Text that several pages show. */
export const strings = {
  retiredRisk: (risk: string) => t('{0} · retired', risk),
};
