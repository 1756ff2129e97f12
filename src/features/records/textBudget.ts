import { costOf } from '../../webviews/messages/parts';
import { truncateText } from '../common/visibleText';
import type { Show } from './recordSections';

/** So much of each text that comes when the budget is spent, UTF-16 units. */
const afterwards = 200;

/** Shows texts whole until all of them together cost too much; further ones are cut short, and that is told. */
export class TextBudget {
  private isTruncated = false;

  constructor(
    private left: number,
    private readonly all: Show,
  ) {}

  readonly show: Show = (text) => {
    const isSpent = this.left <= 0 && text.length > afterwards;
    if (isSpent) this.isTruncated = true;
    const shown = this.all(isSpent ? truncateText(text, afterwards) : text);
    this.left -= costOf(shown);
    return shown;
  };

  /** A sentence where something was cut short. */
  said(): readonly string[] {
    return this.isTruncated
      ? ['There is so much text that some of it is cut short. Copy JSON and Export… have all.']
      : [];
  }
}
