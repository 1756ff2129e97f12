import type { ServiceClient } from '../api/client';
import type { Outcome } from '../api/requestError';
import type { ChangeAnswer, TeamAccess, TeamClient } from '../api/teamClient';
import { lookupKey } from '../indicators/identity/lookupKey';
import type { Indicator } from '../indicators/identity/types';
import type { RequestLog } from '../lookups/options';
import { logRequests } from '../lookups/requests/logRequests';
import { type JudgmentChange, teamKeyPrefix, type TeamJudgment } from '../records/judgment';

/** An indicator with its judgment. */
export interface Judged {
  readonly indicator: Indicator;
  readonly judgment: TeamJudgment;
}

/** Whether a key belongs to the service of a team; these all have the same prefix. */
export function isTeamKey(key: string | undefined): boolean {
  return key?.startsWith(teamKeyPrefix) === true;
}

export interface TeamPorts {
  readonly service: () => Pick<ServiceClient, 'address' | 'host' | 'remote' | 'team'> | undefined;
  /** Nothing is sent. */
  readonly isOffline: () => boolean;
  /** Whether the key of a service is a team's; services with other keys are never asked whether they have a team. */
  readonly hasTeamKey: (address: string) => Promise<boolean>;
  /** Never true for internal and ignored indicators. */
  readonly mayBeSent: (indicator: Indicator) => boolean;
  readonly now: () => number;
  readonly requestLog: Pick<RequestLog, 'begin'>;
  /** Called once for a service whose team has more judgments than are kept, with their number. */
  readonly onFull: (host: string, kept: number) => void;
  /** Called with the lookup keys of changed judgments; undefined if any may have changed. */
  readonly onChanged: (keys: readonly string[] | undefined) => void;
}

/** Judgments in memory; a team writes far fewer. Their changes are followed; further ones are ignored. */
const maxJudgments = 100_000;
/** Pages of one poll, after which the next one continues: a service can't ask for endless requests. */
const maxPages = 1_000;
/** A command doesn't wait again for a service that didn't answer. */
const retryMillis = 30_000;

/** The state of a team while its service is connected. */
interface Team {
  readonly client: NonNullable<ReturnType<TeamPorts['service']>>;
  readonly team: TeamClient;
  access?: TeamAccess;
  /** When it last failed to return the user's access. */
  failedAt?: number;
  since?: string;
  isFull?: boolean;
  readonly judged: Map<string, Judged>;
}

/**
 * Judgments by the team of the connected service: all of them, in memory, so that they are shown without sending the
 * indicators. `poll` asks for changes.
 */
export class TeamJudgments {
  private known: Team | undefined;
  private polling: Promise<void> | undefined;

  constructor(private readonly ports: TeamPorts) {}

  /** The judgment of an indicator by the team of a service. */
  of(address: string, key: string): Judged | undefined {
    const { known } = this;
    return known?.client.address === address ? known.judged.get(key) : undefined;
  }

  /** All judgments by the team of a service, by lookup key. */
  all(address: string): ReadonlyMap<string, Judged> {
    const { known } = this;
    return known?.client.address === address ? known.judged : new Map<string, Judged>();
  }

  /** The user's access to the connected service; undefined if it isn't that of a team, or nothing may be sent. */
  async access(): Promise<TeamAccess | undefined> {
    const team = this.current();
    const hasJustFailed = team?.failedAt !== undefined && this.ports.now() - team.failedAt < retryMillis;
    if (team?.access === undefined && !hasJustFailed) await this.poll();
    return this.current()?.access;
  }

  /** The team's judgment of an indicator. */
  judgmentOf(indicator: Indicator): TeamJudgment | undefined {
    return this.known?.judged.get(lookupKey(indicator))?.judgment;
  }

  /** Tags of all judgments. */
  allTags(): readonly string[] {
    return [...new Set([...(this.known?.judged.values() ?? [])].flatMap(({ judgment }) => judgment.tags ?? []))];
  }

  /** Asks for changes. Never rejects; after an error, the next poll continues. */
  poll(): Promise<void> {
    this.polling ??= this.pollOnce()
      // For example, of a locked keychain.
      .catch(() => undefined)
      .finally(() => (this.polling = undefined));
    return this.polling;
  }

  /** Changes a judgment if its version is still the one known here, or `version`. */
  async change(indicator: Indicator, change: JudgmentChange, version?: number): Promise<Outcome<ChangeAnswer>> {
    const team = this.current();
    if (team === undefined || !this.ports.mayBeSent(indicator))
      return { ok: false, error: { kind: 'canceled', detail: 'this may not be sent' } };
    const { address } = team.client;
    const base = version ?? team.judged.get(lookupKey(indicator))?.judgment.version ?? 0;
    const log = logRequests(this.ports.requestLog, { to: address, what: [indicator.value], why: 'team' });
    const outcome = await team.team.change(indicator, { version: base, ...change }, log.options);
    if (!outcome.ok) log.endWithError(outcome.error);
    else {
      log.end('answered');
      const { judgment } = outcome.value;
      if (judgment !== undefined && this.note(team, { indicator, judgment }))
        this.ports.onChanged([lookupKey(indicator)]);
    }
    return outcome;
  }

  /** The team of the connected service, unless nothing may be sent. */
  private current(): Team | undefined {
    const client = this.ports.service();
    if (client !== this.known?.client) {
      const had = (this.known?.judged.size ?? 0) > 0;
      this.known = client?.team === undefined ? undefined : { client, team: client.team, judged: new Map() };
      if (had) this.ports.onChanged(undefined);
    }
    return this.ports.isOffline() ? undefined : this.known;
  }

  private async pollOnce(): Promise<void> {
    const team = this.current();
    if (team === undefined || !(await this.ports.hasTeamKey(team.client.address))) return;
    // A role can change at any time.
    const access = await team.team.access();
    if (access.ok) team.access = access.value;
    else {
      team.failedAt = this.ports.now();
      if (access.error.kind === 'keyRejected') delete team.access;
    }
    if (team.access === undefined) return;
    const changed = new Set<string>();
    for (let pages = 0; pages < maxPages && this.current() === team; pages++)
      if (!(await this.readPage(team, changed))) break;
    if (changed.size > 0) this.ports.onChanged([...changed]);
  }

  /** Reads the next page of changes; returns whether there are more. */
  private async readPage(team: Team, changed: Set<string>): Promise<boolean> {
    const page = await team.team.changes(team.since);
    if (!page.ok) {
      // The key was revoked, or may do something else now.
      if (page.error.kind === 'keyRejected') delete team.access;
      return false;
    }
    const { judgments, next, more } = page.value;
    for (const { indicator, judgment } of judgments)
      if (judgment !== undefined && this.note(team, { indicator, judgment })) changed.add(lookupKey(indicator));
    const isNew = next !== team.since;
    team.since = next;
    return more && isNew;
  }

  /** Whether a judgment is new. */
  private note(team: Team, { indicator, judgment }: Judged): boolean {
    const { judged } = team;
    const key = lookupKey(indicator);
    const known = judged.get(key);
    if ((known?.judgment.version ?? 0) >= judgment.version) return false;
    if (known === undefined && judged.size >= maxJudgments) {
      if (team.isFull !== true) this.ports.onFull(team.client.host, judged.size);
      team.isFull = true;
      return false;
    }
    judged.set(key, { indicator, judgment });
    return true;
  }
}
