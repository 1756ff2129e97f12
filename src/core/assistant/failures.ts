import { formatInputFailure, type InputFailure } from '../records/problems/inputFailure';
import { truncateText, visibleText } from '../text/visibleText';
import { foreignFile } from './foreign';
import { answerJson } from './answer';
import { ToolError } from './ports';

const maxLength = 300;

/** Why a file wasn't read, or not to its end, on one line. */
export function fileFailure(failure: InputFailure, isPartial = false): string {
  // Whoever made an archive named its files, and could instruct a model with a name.
  const reason =
    failure.kind === 'membersLeftOut'
      ? `Files of the archive that were left out: ${failure.names.length}`
      : formatInputFailure(failure);
  return foreignFile(`The file was ${isPartial ? 'partially' : 'not'} read: ${reason}`, maxLength);
}

/** Why a query has no results; `reason` is the sentence of the local service. */
export function queryFailure(reason = "The query couldn't be answered."): ToolError {
  return new ToolError(truncateText(visibleText(reason), maxLength));
}

/** The answer of a tool that failed unexpectedly. */
export function failedAnswer(): string {
  return answerJson({ error: 'The tool failed. The user can see why in the output.' });
}
