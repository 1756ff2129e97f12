import * as z from 'zod/mini';
import { parseIndicator, isReserved } from '../indicators';
import type { Indicator } from '../indicators/identity/types';
import { type RiskLevel, riskRank } from '../records/risk';
import { type Assessment, hasRisk, type Triaged, worstTriaged } from '../triage/assess';
import { hasUnnamedClients, rowsByClient, rowsOfClient } from '../triage/byClient';
import { answerJson, pageJson } from './answer';
import { exportJson } from './exportAnswer';
import { type AssistantPorts, type ServiceLookup, ToolError } from './ports';
import { recordJson } from './recordAnswer';
import { clientEntry, isClientNamed, queryEntry, rowEntry, type RowFile } from './rows';
import { inputSchemas, type ToolInput, type ToolName } from './tools';
import { truncateText, visibleText } from '../text/visibleText';

type Issue = z.core.$ZodIssue;

const maxLength = 300;

/** Names of types in sentences. */
const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Describes the first problem of a tool's input in a sentence. */
function inputFailure([issue]: readonly Issue[]): ToolError {
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

/** The answer of a tool. */
export interface ToolAnswer {
  /** JSON; untrusted text is only under `untrusted`. */
  readonly text: string;
  readonly isError: boolean;
}

const defaultLimit = 1_000;

/** Runs a tool with an input that may be invalid. Rejects only if it is canceled or fails unexpectedly. */
export async function runTool(
  name: ToolName,
  input: unknown,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<ToolAnswer> {
  try {
    const text = await answerOf(name, input, ports, signal);
    signal.throwIfAborted();
    return { text, isError: false };
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    return { text: answerJson({ error: error.message }), isError: true };
  }
}

function answerOf(name: ToolName, input: unknown, ports: AssistantPorts, signal: AbortSignal): Promise<string> {
  switch (name) {
    case 'lookup':
      return lookUp(parsed('lookup', input), ports, signal);
    case 'triage_file':
      return triageFile(parsed('triage_file', input), ports, signal);
    case 'query':
      return runQuery(parsed('query', input), ports, signal);
    case 'record':
      return record(parsed('record', input), ports, signal);
    case 'export':
      return exported(parsed('export', input), ports, signal);
  }
}

/** Throws a ToolError that describes the problem if the input is invalid. */
function parsed<Name extends ToolName>(name: Name, input: unknown): ToolInput<Name> {
  const result = z.safeParse(inputSchemas[name], input, { reportInput: true });
  if (result.success) return result.data as ToolInput<Name>;
  throw inputFailure(result.error.issues);
}

async function lookUp(
  { indicators, minRisk, ...page }: ToolInput<'lookup'>,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<string> {
  const parsedTexts = parsedIndicators(indicators);
  const asked = await ports.lookUp?.(parsedTexts.indicators, signal);
  const rows = await assessed(parsedTexts.indicators, ports, signal);
  const more = { ...invalidCount(parsedTexts.invalid), ...lookupCount(asked) };
  return rowsPage(rows, minRisk, { ...page, more });
}

async function triageFile(
  { path, minRisk, client, by, ...page }: ToolInput<'triage_file'>,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<string> {
  const { rows: all, fileNames = [], timelineUnit, incomplete } = await ports.triageFile(path, signal);
  const rows = (client === undefined ? all : rowsOfClient(all, isClientNamed(client))).toSorted(worstTriaged);
  const more = {
    incomplete,
    noSuchClient: client !== undefined && rows.length === 0 ? 'No line is known to be about this client.' : undefined,
    unnamedClients:
      (client !== undefined || by !== undefined) && hasUnnamedClients(all)
        ? 'Some indicators have more clients than are counted by name.'
        : undefined,
  };
  if (by === undefined) return rowsPage(rows, minRisk, { ...page, file: { fileNames, timelineUnit }, more });
  const clients = rowsByClient(rows.filter((row) => hasRisk(row, minRisk ?? 'low')));
  return pageJson({ total: clients.length, ...more }, { ...page, rows: clients, narrower: 'minRisk' }, clientEntry);
}

async function runQuery(
  { query, type = 'indicators', limit = defaultLimit, ...page }: ToolInput<'query'>,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<string> {
  const rows = await ports.query({ query, type, limit }, signal);
  const isComplete = rows.length < limit;
  const head = { total: rows.length, incomplete: isComplete ? undefined : 'There may be more results than limit.' };
  return pageJson(head, { ...page, rows, narrower: 'a narrower query' }, queryEntry);
}

async function record(
  { indicator: typed, maxTokens }: ToolInput<'record'>,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<string> {
  const [row] = await assessed(parsedIndicators([typed]).indicators, ports, signal);
  if (row === undefined) throw new ToolError('This is not a domain, an IP address, or a URL.');
  return recordJson(row, maxTokens);
}

async function exported(
  { indicators: texts, ...options }: ToolInput<'export'>,
  ports: AssistantPorts,
  signal: AbortSignal,
): Promise<string> {
  const { indicators, invalid } = parsedIndicators(texts);
  const rows = await assessed(indicators, ports, signal);
  return exportJson(rows, { ...options, now: ports.now(), head: invalidCount(invalid) });
}

function invalidCount(invalid: number): object {
  return invalid === 0 ? {} : { notIndicators: invalid };
}

interface RowsPage {
  readonly offset?: number | undefined;
  readonly maxTokens?: number | undefined;
  /** Absent if the rows aren't of a file. */
  readonly file?: RowFile;
  readonly more: object;
}

function rowsPage(rows: readonly Triaged[], minRisk: RiskLevel | undefined, { file, more, ...page }: RowsPage): string {
  const shown =
    minRisk === undefined
      ? rows
      : rows.filter(({ lead }) => riskRank(lead?.record.risk ?? 'unknown') >= riskRank(minRisk));
  const byRisk: Partial<Record<RiskLevel, number>> = {};
  for (const { lead } of rows) {
    const risk = lead?.record.risk ?? 'unknown';
    byRisk[risk] = (byRisk[risk] ?? 0) + 1;
  }
  const head = { total: rows.length, byRisk, withMinRisk: minRisk === undefined ? undefined : shown.length, ...more };
  return pageJson(head, { ...page, rows: shown, narrower: 'minRisk' }, (row) => rowEntry(row, file));
}

function lookupCount(asked: ServiceLookup | undefined): object {
  if (asked === undefined) return {};
  return {
    lookedUpOnService: asked.sent,
    serviceProblem: asked.isComplete ? undefined : 'Not all could be looked up.',
  };
}

/** The indicators that the input of the tool `lookup` is about; none if it is invalid. */
export function lookupIndicators(input: unknown): readonly Indicator[] {
  const result = z.safeParse(inputSchemas.lookup, input);
  return result.success ? parsedIndicators(result.data.indicators).indicators : [];
}

/** The distinct indicators among texts, and how many texts are something else. */
function parsedIndicators(texts: readonly string[]): { readonly indicators: Indicator[]; readonly invalid: number } {
  const indicators = new Map<string, Indicator>();
  let invalid = 0;
  for (const text of texts) {
    const indicator = parseIndicator(text);
    if (indicator === undefined) invalid++;
    else indicators.set(`${indicator.type} ${indicator.value}`, indicator);
  }
  return { indicators: [...indicators.values()], invalid };
}

/** Indicators with their assessments, the highest risk first. */
async function assessed(indicators: readonly Indicator[], ports: AssistantPorts, signal: AbortSignal) {
  const assessments = await ports.assess(indicators, signal);
  return indicators.flatMap((indicator, index) => rowOf(indicator, assessments[index]) ?? []).sort(worstTriaged);
}

function rowOf(indicator: Indicator, assessment: Assessment | undefined): Triaged | undefined {
  if (assessment === undefined) return undefined;
  return { indicator, reserved: isReserved(indicator), lines: 1, files: 0, locations: [], ...assessment };
}
