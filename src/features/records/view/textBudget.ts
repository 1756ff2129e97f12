import { costOf } from '../../../webviews/messages/parts';
import { truncateText } from '../../shared/text/visibleText';
import type { Show } from './recordSections';
import { strings } from '../strings';

/** The length of each text once the budget is spent, in UTF-16 units. */
const maxLengthAfterwards = 200;

/** Shows whole texts until they cost too much together, and truncates further ones. */
export class TextBudget {
  private isTruncated = false;

  constructor(
    private left: number,
    private readonly all: Show,
  ) {}

  readonly show: Show = (text) => {
    const isSpent = this.left <= 0 && text.length > maxLengthAfterwards;
    if (isSpent) this.isTruncated = true;
    const shown = this.all(isSpent ? truncateText(text, maxLengthAfterwards) : text);
    this.left -= costOf(shown);
    return shown;
  };

  /** A sentence if anything was truncated. */
  messages(): readonly string[] {
    return this.isTruncated ? [strings.record.textTruncated()] : [];
  }
}
