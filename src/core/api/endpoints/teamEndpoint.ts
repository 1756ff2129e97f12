import { lookupKey } from '../../indicators/identity/lookupKey';
import { readJudgment } from '../../records/judgment';
import type { Gateway } from '../http/gateway';
import type { Params } from '../http/gatewayTypes';
import type { Outcome } from '../requestError';
import { isObject } from '../schemas/fields';
import { getType } from '../schemas/indicator';
import type { JudgmentOf, TeamClient } from '../teamClient';
import { boundedText } from '../schemas/bounds';

const [pageSize, maxPage] = [1_000, 2_000];

/** The resources of a team (“Endpoints of a team” in docs/reference/local-service.md). */
export function createTeamEndpoint(gateway: Gateway): TeamClient {
  return {
    async access(options = {}) {
      const answer = await gateway.getJson('/team', [], options);
      if (!answer.ok) return answer;
      const { body } = answer.value;
      if (!isObject(body) || typeof body['person'] !== 'string' || body['judgments'] !== true)
        return badShape('this is not the service of a team');
      const role = body['role'];
      return { ok: true, value: { person: boundedText(body['person']), mayEdit: role === 'edit' || role === 'admin' } };
    },
    async changes(since, options = {}) {
      const params: Params = [
        ['limit', String(pageSize)],
        ...(since === undefined ? [] : [['changed_since', since] as const]),
      ];
      const answer = await gateway.getJson('/team/judgments', params, { ...options, uncounted: true });
      if (!answer.ok) return answer;
      const { body } = answer.value;
      if (!isObject(body) || !Array.isArray(body['judgments']) || typeof body['next'] !== 'string')
        return badShape('no list of judgments in the answer');
      const judgments = (body['judgments'] as readonly unknown[])
        .slice(0, maxPage)
        .flatMap((each) => readOne(each) ?? []);
      return { ok: true, value: { judgments, next: body['next'].slice(0, 100), more: body['more'] === true } };
    },
    async change(indicator, change, options = {}) {
      const answer = await gateway.patchJson('/team/judgment', [['indicator', indicator.value]], change, {
        ...options,
        accept: (_, status) => status === 409,
      });
      if (!answer.ok) return answer;
      const { body, status } = answer.value;
      const one = readOne(body);
      if (one === undefined || lookupKey(one.indicator) !== lookupKey(indicator))
        return badShape('no judgment of the indicator in the answer');
      return { ok: true, value: { ...one, isConflict: status === 409 } };
    },
  };
}

function readOne(value: unknown): JudgmentOf | undefined {
  if (!isObject(value)) return undefined;
  const { indicator, judgment, type: typeName } = value;
  const type = typeof typeName === 'string' ? getType(typeName) : undefined;
  if (typeof indicator !== 'string' || type === undefined) return undefined;
  const read = readJudgment(judgment);
  if (read === undefined && judgment !== null) return undefined;
  return { indicator: { type, value: indicator }, judgment: read };
}

function badShape(detail: string): Outcome<never> {
  return { ok: false, error: { kind: 'badShape', detail } };
}
