import { getExample, isTooDeep } from '../text/nesting';
import type { SkipKind, SkipReason } from '../records/problems/skipReason';
import type { SkippedItem, Statement } from '../records/statement';
import type { UtcMillis } from '../records/record';
import { isObject, picked, toTimestamp, type StixObject, getText, getTexts, typeOfId } from './fields';
import { indicatorRecord } from './indicatorRecord';
import { OwnProperties, type OwnRating } from './ownProperties';
import type { OwnRecord } from './ownRecord';
import { patternIndicators } from './patternIndicators';
import { isServableId, getOriginal } from './original';
import { threatKinds } from './rating';
import { valueIndicator } from './valueIndicator';

/** The result of reading an object of a bundle. */
interface Reading {
  readonly statements: readonly Statement[];
  readonly skipped: readonly SkippedItem[];
}

/** Reads the objects of one bundle in their order. */
export interface BundleReader {
  read(object: unknown): Reading;
  /** Announces that an identity created an indicator that was read elsewhere, which makes it a feed. */
  expectFeed(id: string): void;
  /** Whether an indicator must wait for the definition of its extension. */
  waits(object: StixObject): boolean;
  /** Reads a stored object; an indicator doesn't wait for a definition. */
  readNow(object: StixObject): Reading;
  /** Reads the objects that waited for one that never arrived. */
  end(): Reading;
}

/** Observables that are indicators. */
const observables: ReadonlySet<string> = new Set(['domain-name', 'ipv4-addr', 'ipv6-addr', 'url']);
/** Objects that can be linked to threats. */
const indicatorLike: ReadonlySet<string> = new Set(['indicator', 'observed-data', ...observables]);
const threatDetails = [
  'description',
  'aliases',
  'x_mitre_aliases',
  'malware_types',
  'threat_actor_types',
  'tool_types',
  'infrastructure_types',
  'report_types',
  'is_family',
  'capabilities',
  'implementation_languages',
  'roles',
  'goals',
  'objective',
  'sophistication',
  'resource_level',
  'primary_motivation',
  'secondary_motivations',
  'kill_chain_phases',
  'external_references',
  'object_marking_refs',
  'labels',
  'confidence',
  'first_seen',
  'last_seen',
  'published',
  'created',
  'modified',
  'revoked',
];
const feedDetails = [
  'description',
  'contact_information',
  'sectors',
  'identity_class',
  'roles',
  'external_references',
  'labels',
  'created',
  'modified',
];
/** Threats that use techniques. */
const usesTechniques: ReadonlySet<string> = new Set(['malware', 'threat-actor', 'intrusion-set', 'campaign', 'tool']);
/** Maximum number of threats kept until the end, when their techniques are known. */
const maxUsers = 20_000;
/** Objects without data of their own, which are ignored. */
const silent = new Set(['marking-definition', 'language-content', 'bundle']);
/** Maximum number of indicators that wait for a definition; beyond that, they are read without it. */
const maxWaiting = 20_000;

/** An identity that may describe a feed. */
type Identity = StixObject & { readonly record?: OwnRecord };

class Bundle implements BundleReader {
  private readonly own = new OwnProperties();
  private waiting: StixObject[] = [];
  private readonly identities = new Map<string, Identity>();
  private readonly feeds = new Set<string>();
  private readonly threats = new Map<string, Extract<Statement, { kind: 'threat' }>>();
  private readonly techniques = new Map<string, string>();
  private readonly uses = new Map<string, Set<string>>();
  private statements: Statement[] = [];
  private skipped: SkippedItem[] = [];

  constructor(private readonly now: UtcMillis) {}

  read(object: unknown): Reading {
    try {
      if (isTooDeep(object)) this.skip('tooDeep', getExample(object));
      else if (!isObject(object)) this.skip('notObject', getExample(object));
      else this.take(object);
    } catch {
      // An object that breaks the reader must not affect the following ones.
      this.flush();
      this.skip('unreadable', getExample(object));
    }
    return this.flush();
  }

  readNow(object: StixObject): Reading {
    if (object.type === 'indicator') this.indicator(object);
    else this.readObject(object);
    return this.flush();
  }

  expectFeed(id: string): void {
    this.feeds.add(id);
  }

  waits(object: StixObject): boolean {
    return object.type === 'indicator' && this.own.unknownIn(object).length > 0;
  }

  end(): Reading {
    this.release();
    this.addTechniques();
    return this.flush();
  }

  private flush(): Reading {
    const reading = { statements: this.statements, skipped: this.skipped };
    this.statements = [];
    this.skipped = [];
    return reading;
  }

  private skip(kind: SkipKind, example: string | undefined, detail?: string): void {
    this.skipFor({ kind, detail }, example);
  }

  private skipFor(reason: SkipReason, example: string | undefined): void {
    this.skipped.push({ reason, example: example ?? '' });
  }

  private release(): void {
    const ready = this.waiting;
    this.waiting = [];
    for (const object of ready) this.indicator(object);
  }

  private take(object: StixObject): void {
    const original = getOriginal(object);
    if (original !== undefined) this.statements.push({ kind: 'object', ...original });
    this.readObject(object);
  }

  private readObject(object: StixObject): void {
    const type = getText(object.type);
    switch (type) {
      case undefined:
        this.skip('noType', getText(object.id));
        break;
      case 'indicator':
        this.indicatorOrWait(object);
        break;
      case 'observed-data':
        this.observed(object);
        break;
      case 'relationship':
        this.relationship(object);
        break;
      case 'extension-definition':
        this.definition(object);
        break;
      case 'identity':
        this.identity(object);
        break;
      case 'attack-pattern':
        this.technique(object);
        break;
      default:
        if (observables.has(type)) {
          if (!this.own.isOnlyObserved(object)) this.observable(object, object, getText(object.id));
        } else if (Object.hasOwn(threatKinds, type)) this.threat(object, type);
        else if (!silent.has(type)) this.skip('objectType', getText(object.name) ?? getText(object.id), type);
    }
  }

  /** Learns the meaning of a service's own properties, and reads the indicators that waited for it. */
  private definition(object: StixObject): void {
    this.own.learn(object);
    const ready = this.waiting.filter((each) => this.own.unknownIn(each).length === 0);
    this.waiting = this.waiting.filter((each) => this.own.unknownIn(each).length > 0);
    for (const each of ready) this.indicator(each);
  }

  private indicatorOrWait(object: StixObject): void {
    if (this.own.unknownIn(object).length === 0) this.indicator(object);
    else if (this.waiting.push(object) > maxWaiting) this.release();
  }

  private indicator(object: StixObject): void {
    const pattern = getText(object.pattern);
    const patternType = getText(object.pattern_type) ?? 'stix';
    if (pattern === undefined) {
      this.skip('noPattern', getText(object.id));
      return;
    }
    if (patternType.toLowerCase() !== 'stix') {
      this.skip('patternLanguage', pattern, patternType);
      return;
    }
    const { indicators, skipped } = patternIndicators(pattern);
    for (const reason of skipped) this.skipFor(reason, pattern);
    const own = this.own.read(object);
    const id = getText(object.id);
    for (const indicator of indicators) {
      const record = indicatorRecord(object, indicator, own, this.now);
      this.statements.push({ kind: 'indicator', record, linksApart: true, ...untrusted(id) });
    }
    if (indicators.length > 0) this.madeBy(object, id, own);
  }

  private madeBy(object: StixObject, id: string | undefined, { record }: OwnRating): void {
    const by = getText(object.created_by_ref);
    if (by === undefined || id === undefined) return;
    // A file that lists the feeds was only written by its creator, and has the dates of the links.
    if (record?.feeds.length === 0) return;
    const timestamp = record === undefined ? toTimestamp(object.created) : undefined;
    this.statements.push({ kind: 'relation', from: id, to: by, timestamp });
    if (this.feeds.has(by)) return;
    this.feeds.add(by);
    const identity = this.identities.get(by);
    if (identity !== undefined) this.feed(identity, by);
  }

  /** The creator of an indicator is a feed; an identity that isn't one is ignored. */
  private identity(object: StixObject): void {
    const id = getText(object.id);
    if (id === undefined || getText(object.name) === undefined) return;
    const { record } = this.own.read(object);
    const identity = { ...picked(object, ['name', ...feedDetails]), ...(record === undefined ? {} : { record }) };
    this.identities.set(id, identity);
    if (this.feeds.has(id)) this.feed(identity, id);
  }

  private feed(identity: Identity, foreignId: string): void {
    const name = getText(identity.name) ?? foreignId;
    const details = picked(identity, feedDetails);
    const { category, organization, pricing } = identity.record ?? { organization: name };
    this.statements.push({
      kind: 'feed',
      ...untrusted(foreignId),
      name,
      category,
      organization,
      pricing,
      details,
    });
  }

  private observable(object: StixObject, timestamps: StixObject, id: string | undefined): void {
    const value = getText(object.value);
    const indicator = valueIndicator(value ?? '');
    if (typeof indicator === 'string') {
      this.skip(indicator, value ?? getText(object.id));
      return;
    }
    const statements = { ...picked(timestamps, ['created', 'modified', 'first_observed', 'last_observed']), ...object };
    const record = indicatorRecord(statements, indicator, {}, this.now);
    this.statements.push({ kind: 'indicator', record, linksApart: true, ...untrusted(id) });
  }

  /** STIX 2.0 nests observables; in STIX 2.1, they are objects of their own. */
  private observed(object: StixObject): void {
    if (!isObject(object.objects)) return;
    for (const inner of Object.values(object.objects)) {
      if (!isObject(inner)) continue;
      if (observables.has(getText(inner.type) ?? '')) this.observable(inner, object, getText(object.id));
      else this.skip('observableType', getText(object.id), getText(inner.type));
    }
  }

  private threat(object: StixObject, type: string): void {
    const name = getText(object.name);
    const kind = threatKinds[type];
    if (name === undefined || kind === undefined) {
      this.skip('noName', getText(object.id), type);
      return;
    }
    const id = getText(object.id);
    const details = picked(object, threatDetails);
    const own = this.own.read(object);
    const statements = {
      kind: 'threat',
      name,
      risk: own.risk ?? kind.risk,
      ...(own.record === undefined ? { category: kind.category } : categoryOf(own.record)),
      details,
      ...untrusted(id),
    } as const;
    this.statements.push(statements);
    if (id !== undefined && usesTechniques.has(type) && this.threats.size < maxUsers) this.threats.set(id, statements);
    const timestamp = toTimestamp(object.published) ?? toTimestamp(object.created);
    if (id === undefined) return;
    for (const ref of getTexts(object.object_refs)) {
      if (indicatorLike.has(typeOfId(ref))) {
        this.statements.push({
          kind: 'relation',
          from: ref,
          to: id,
          timestamp,
        });
      }
    }
  }

  /** Techniques become details of the threats that use them. */
  private technique(object: StixObject): void {
    const id = getText(object.id);
    const name = getText(object.name);
    if (id === undefined || name === undefined) {
      this.skip('noNameOrId', name ?? id);
      return;
    }
    const references: readonly unknown[] = Array.isArray(object.external_references) ? object.external_references : [];
    const number = references.map((each) => (isObject(each) ? getText(each.external_id) : undefined)).find(Boolean);
    this.techniques.set(id, number === undefined ? name : `${number} ${name}`);
  }

  /** Emits threats again with their techniques, since objects come in any order. */
  private addTechniques(): void {
    for (const [id, used] of this.uses) {
      const threat = this.threats.get(id);
      const ttps = [...used].map((each) => this.techniques.get(each)).filter((each) => each !== undefined);
      if (threat !== undefined && ttps.length > 0) {
        this.statements.push({ ...threat, details: { ...threat.details, ttps: ttps.sort() } });
      }
    }
  }

  private relationship(object: StixObject): void {
    const source = getText(object.source_ref);
    const target = getText(object.target_ref);
    if (source === undefined || target === undefined) {
      this.skip('noEnds', getText(object.id));
      return;
    }
    if (object.revoked === true) return;
    const timestamp = toTimestamp(object.created);
    const link = (from: string, to: string): void => {
      this.statements.push({ kind: 'relation', from, to, timestamp });
    };
    if (indicatorLike.has(typeOfId(source)) && Object.hasOwn(threatKinds, typeOfId(target))) link(source, target);
    else if (indicatorLike.has(typeOfId(target)) && Object.hasOwn(threatKinds, typeOfId(source))) link(target, source);
    else if (usesTechniques.has(typeOfId(source)) && typeOfId(target) === 'attack-pattern') {
      const used = this.uses.get(source) ?? new Set();
      this.uses.set(source, used.add(target));
    } else this.skip('unusedRelationship', `${typeOfId(source)} – ${typeOfId(target)}`);
  }
}

function categoryOf({ category }: OwnRecord): { readonly category?: string } {
  return category === undefined ? {} : { category };
}

/** The ID of the object, and whether the object itself is stored. */
function untrusted(id: string | undefined): { readonly foreignId?: string; readonly original?: true } {
  return id === undefined ? {} : { foreignId: id, original: isServableId(id) ? true : undefined };
}

/**
 * Reads STIX 2.1 and 2.0 objects: indicators by their patterns, observables, threats (malware, threat actors, intrusion
 * sets, campaigns, tools, infrastructure, reports) with their attack patterns, the creators of indicators as feeds, and
 * the relationships between them. `now` decides what has expired. Never throws; invalid objects are skipped with a
 * reason.
 */
export function readBundle(now: UtcMillis): BundleReader {
  return new Bundle(now);
}
