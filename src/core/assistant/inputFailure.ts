import type * as z from 'zod/mini';
import { truncateText, visibleText } from '../text/visibleText';
import { ToolError } from './ports';

type Issue = z.core.$ZodIssue;

const maxLength = 300;

/** What types are called in sentences. */
const typeNames: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'an integer', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object', null: 'null' },
};

/** What is wrong with the input of a tool, as a sentence about the first problem. */
export function inputFailure([issue]: readonly Issue[]): ToolError {
  const at = (issue?.path ?? []).map(String).join('.');
  const problem = issue === undefined ? 'it is not what the tool expects' : problemOf(issue);
  const text = `The input is invalid: ${at === '' ? '' : `“${at}” `}${problem}.`;
  return new ToolError(truncateText(visibleText(text), maxLength));
}

function problemOf(issue: Issue): string {
  const isWhole = issue.path.length === 0;
  switch (issue.code) {
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'property' : 'properties'} ${issue.keys.map((key) => `“${key}”`).join(', ')}`;
    case 'too_big':
      return `must ${limited('at most', Number(issue.maximum), issue.origin)}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : `must ${limited('at least', Number(issue.minimum), issue.origin)}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_type':
      return typeProblem(issue, isWhole);
    default:
      return isWhole ? 'it is not what the tool expects' : 'is not what the tool expects';
  }
}

function typeProblem({ expected, input }: z.core.$ZodIssueInvalidType, isWhole: boolean): string {
  if (input === undefined && !isWhole) return 'is required';
  const wanted = typeNames[expected] ?? expected;
  if (typeof input === 'number' && expected === 'int') return 'must be an integer';
  const given = typeNames[input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input];
  return `${isWhole ? 'it ' : ''}must be ${wanted}${given === undefined ? '' : `, not ${given}`}`;
}

/** “have at most 10000 entries”, “be at least 200”. */
function limited(bound: string, limit: number, origin: string): string {
  if (origin === 'array') return `have ${bound} ${limit} ${limit === 1 ? 'entry' : 'entries'}`;
  if (origin === 'string') return `have ${bound} ${limit} ${limit === 1 ? 'character' : 'characters'}`;
  return `be ${bound} ${limit}`;
}
