import type { UnreadStore } from '../../lookups/unreadStore';
import type { StoreProblem } from '../../records/problems/storeProblem';

/** Maps a problem met while reading to the reason shown. */
export function getUnreadReason(problem: StoreProblem): UnreadStore {
  switch (problem.kind) {
    case 'newer':
    case 'foreign':
      return problem.kind;
    case 'corrupt':
      return problem.movedTo === undefined ? 'damaged' : 'replaced';
    case 'outdated':
      return 'replaced';
    case 'locked':
      return 'busy';
    default:
      return 'unavailable';
  }
}
