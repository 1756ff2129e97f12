import * as z from 'zod/mini';
import { parseIndicator } from '../../core/indicators';
import { maxNoteLength, maxTagLength, maxTags } from '../../core/records/annotation';
import { judgedRisks, maxReasonLength, type TeamJudgment, wireJudgment } from '../../core/records/judgment';
import { type Answer, refusal, result } from '../http/answer';
import type { Account } from '../http/callers';
import { type Context, type Endpoint, type Handler, withParams } from '../http/endpoint';
import { flag, wholeNumber } from '../http/params';
import { refusedFor, type Role } from '../http/roles';
import type { JudgedIndicator, SharedJudgments } from '../sharedJudgments';

const noTeam = 'This is not the service of a team.';
/** Far more than the longest note and all tags take. */
const maxBodyLength = 64 * 1024;
const [pageSize, maxPageSize] = [500, 1_000];
const maxVersions = 100;

interface TeamContext extends Context {
  readonly account: Account;
  readonly judgments: SharedJudgments;
}

/** A handler for who has a role in a team. */
function inTeam<T>(
  schema: z.ZodMiniType<T>,
  role: Role,
  handle: (params: T, context: TeamContext) => Promise<Answer>,
): Handler {
  return withParams(schema, (params, context) => {
    const { account, judgments } = context;
    if (account === undefined || judgments === undefined) return refusal(404, noTeam);
    return refusedFor(role, account) ?? handle(params, { ...context, account, judgments });
  });
}

const subject = z.object({ indicator: z.string(), history: flag });

/** Start of the next page, opaque to clients. */
const cursor = z.pipe(
  z.string().check(z.regex(/^[0-9a-z]{1,11}$/, 'must be a value of “next”')),
  z.pipe(
    z.transform((text: string) => parseInt(text, 36)),
    z.number().check(z.refine(Number.isSafeInteger, 'must be a value of “next”')),
  ),
);

function upTo(max: number) {
  return z.optional(wholeNumber(1).check(z.refine((value) => value <= max, `must be at most ${max}`)));
}

/** Control characters, those that reorder a text, and halves of characters have no place in what others will read. */
function isPlain(text: string): boolean {
  return text.isWellFormed() && !/[^\P{Cc}\n\r\t]|[\u202a-\u202e\u2066-\u2069]/u.test(text);
}

function plainText(max: number) {
  return z
    .string('must be a text')
    .check(
      z.maxLength(max, `must have at most ${max} characters`),
      z.refine(isPlain, 'must not contain control characters'),
    );
}

const changeSchema = z.strictObject({
  version: z.int('must be the version that the change is based on').check(z.nonnegative()),
  risk: z.optional(z.nullable(z.enum(judgedRisks, { error: `must be null or one of: ${judgedRisks.join(', ')}` }))),
  reason: z.optional(z.nullable(plainText(maxReasonLength))),
  retired: z.optional(z.boolean('must be true or false')),
  note: z.optional(z.nullable(plainText(maxNoteLength))),
  tags: z.optional(
    z
      .array(
        plainText(maxTagLength).check(
          z.refine((tag) => tag.trim() !== '' && !tag.includes(','), 'must not be empty, or have a comma'),
        ),
        'must be a list',
      )
      .check(z.maxLength(maxTags, `must be at most ${maxTags}`)),
  ),
});

/** Resources of a team: the caller, and judgments (“Endpoints of a team” in docs/reference/local-service.md). */
export const team: readonly Endpoint[] = [
  {
    path: '/team',
    methods: {
      GET: inTeam(z.object({}), 'read', (_, { account: { name, role } }) =>
        Promise.resolve(result({ person: name, role, judgments: true })),
      ),
    },
  },
  {
    path: '/team/judgments',
    methods: {
      GET: inTeam(
        z.object({ changed_since: z.optional(cursor), limit: upTo(maxPageSize) }),
        'read',
        async ({ changed_since: since, limit = pageSize }, { judgments }) => {
          const { judgments: page, next, more } = await judgments.changes(since, limit);
          return result({ judgments: page.map(judged), next: next.toString(36), more });
        },
      ),
    },
    // Clients ask every minute.
    free: ['GET'],
  },
  {
    path: '/team/judgment',
    methods: { GET: inTeam(subject, 'read', read), PATCH: inTeam(subject, 'edit', change) },
  },
  {
    path: '/team/audit',
    methods: {
      GET: inTeam(
        z.object({ before: z.optional(wholeNumber(1)), limit: upTo(maxPageSize) }),
        'admin',
        async ({ before, limit = 100 }, { judgments }) => {
          const entries = await judgments.audit(limit, before);
          return result({ entries: entries.map(({ at, ...entry }) => ({ ...entry, at: new Date(at).toISOString() })) });
        },
      ),
    },
  },
];

/** A judgment with its indicator; null if there has never been one. */
function judged({
  indicator: { type, value },
  judgment,
}: Omit<JudgedIndicator, 'judgment'> & { readonly judgment: TeamJudgment | undefined }) {
  return { indicator: value, type, judgment: judgment === undefined ? null : wireJudgment(judgment) };
}

const noIndicator = refusal(400, 'Parameter indicator must be a domain, an IP address or a URL.');

async function read(
  { indicator: text, history }: z.infer<typeof subject>,
  { judgments }: TeamContext,
): Promise<Answer> {
  const indicator = parseIndicator(text);
  if (indicator === undefined) return noIndicator;
  const answer = judged({ indicator, judgment: await judgments.find(indicator) });
  if (!history) return result(answer);
  return result({ ...answer, history: (await judgments.history(indicator, maxVersions)).map(wireJudgment) });
}

async function change({ indicator: text }: z.infer<typeof subject>, context: TeamContext): Promise<Answer> {
  const { judgments, account, body = '' } = context;
  const indicator = parseIndicator(text);
  if (indicator === undefined) return noIndicator;
  if (body.length > maxBodyLength) return refusal(413, 'The body of the request is too large.');
  const wanted = readChange(body);
  if ('status' in wanted) return wanted;
  const { version, ...changed } = wanted;
  const outcome = await judgments.change(indicator, version, changed, account);
  if (outcome.kind === 'changed') return result(judged({ indicator, judgment: outcome.judgment }));
  if (outcome.kind === 'ofOthers')
    return refusal(
      403,
      `The role of this key is “${account.role}”; removing what others have written needs “admin”. An administrator of the service can do that.`,
    );
  const current = judged({ indicator, judgment: outcome.current });
  return { status: 409, body: { error: `The judgment was changed: ${changeOf(outcome.current)}.`, ...current } };
}

function changeOf(current: TeamJudgment | undefined): string {
  if (current === undefined) return 'it was removed';
  return `version ${current.version}, by ${current.by}, at ${new Date(current.at).toISOString()}`;
}

function readChange(body: string): z.infer<typeof changeSchema> | Answer {
  const parsed = changeSchema.safeParse(jsonIn(body));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  if (path !== '') return refusal(400, `Field ${path} ${issue?.message ?? 'is not valid'}.`);
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.map((key) => key.slice(0, 50)).slice(0, 3) : [];
  const why = unknown.length === 0 ? '' : ` It has unknown fields: ${JSON.stringify(unknown)}.`;
  return refusal(400, `The body must be a JSON object with a version and what changes.${why}`);
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
