import { uiText } from '../shared/ui/text';

/** Text of highlights in editors. */
export const strings = {
  // End of a line

  // Above the first line

  // Status bar

  moreThanShown: (file: string, max: number) =>
    uiText('{0} has more than {1} risky indicators. The nearest ones are highlighted.', file, max),

  // Navigation

  // Problems
};
