import type { Profile } from './profile';
import { relisted } from './relisted';

/** Not a divisor of a usual page size: the border of a page splits objects of one time. */
const ties = 53;

export const addedDates: Profile = {
  name: 'added-dates',
  about: 'Order, filter and headers go by the moment of adding, not by `created`.',
  wrap: (service) => relisted(service, { together: 1, withNext: true }),
};

export const tiedDates: Profile = {
  name: 'ties',
  about: `${ties} objects share each moment of adding.`,
  wrap: (service) => relisted(service, { together: ties, withNext: true }),
};

export const tiedWithoutNext: Profile = {
  name: 'ties-without-next',
  about: `${ties} objects share each moment of adding, and \`more\` comes without \`next\`.`,
  wrap: (service) => relisted(service, { together: ties, withNext: false }),
};
