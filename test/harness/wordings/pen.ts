import type { ModelRisk } from './model';
import type { Wording } from './wording';

/** Marks a key that is omitted from an answer. */
const absent = Symbol('absent');

/** Writes single values in a wording. */
export class Pen {
  constructor(readonly wording: Wording) {}

  number(value: number): number | string {
    return this.wording.values.numbers === 'strings' ? String(value) : value;
  }

  flag(value: boolean): number | string {
    const bit = value ? 1 : 0;
    return this.wording.values.flags === 'strings' ? String(bit) : bit;
  }

  /** Milliseconds since 1970, or nothing for what never happened. */
  timestamp(at: number | undefined): unknown {
    const { timestamps, noTimestamp } = this.wording.values;
    if (at === undefined) {
      if (noTimestamp === 'absent') return absent;
      if (noTimestamp === 'null') return null;
      return noTimestamp === 'zeros' ? '0000-00-00 00:00:00' : '';
    }
    const iso = new Date(at).toISOString();
    if (timestamps === 'isoMillis') return iso;
    if (timestamps === 'iso') return `${iso.slice(0, 19)}Z`;
    const spaced = iso.slice(0, 19).replace('T', ' ');
    return timestamps === 'shortHour' ? spaced.replace(' 0', ' ') : spaced;
  }

  /** A record of the interface: its keys in the letter case of the wording, without those that are absent. */
  record(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
    const { extra } = this.wording.values;
    const all: Readonly<Record<string, unknown>> = {
      ...fields,
      ...(extra ? { future_key: { a: [1, '2'] }, 'x-note': 'new <b>here</b>' } : {}),
    };
    return Object.fromEntries(
      Object.entries(all)
        .filter(([, value]) => value !== absent)
        .map(([key, value]) => [this.key(key), value]),
    );
  }

  key(name: string): string {
    const { keyCase } = this.wording.values;
    if (keyCase === 'upper') return name.toUpperCase();
    return keyCase === 'capital' ? name.charAt(0).toUpperCase() + name.slice(1) : name;
  }

  /** An object that may be empty. */
  object(value: Readonly<Record<string, unknown>>): unknown {
    if (Object.keys(value).length > 0) return value;
    const { empty } = this.wording.values;
    if (empty === '[]') return [];
    if (empty === 'null') return null;
    return empty === 'absent' ? absent : {};
  }

  /** `retired` and `stamp_retired`, by whether and when it was retired. */
  retirement(retired: boolean, at: number | undefined): Readonly<Record<string, unknown>> {
    const stamp_retired = this.timestamp(retired ? at : undefined);
    switch (this.wording.values.retired) {
      case 'flag':
        return { retired: this.flag(retired), stamp_retired };
      case 'timestampAndNull':
        return { retired: null, stamp_retired };
      case 'reason':
        return { retired: retired ? 'No recent activity' : '', stamp_retired };
      case 'timestamp':
        return { stamp_retired };
    }
  }

  /** The risk of an indicator with the one that was recommended. */
  risk(risk: ModelRisk, retired: boolean): Readonly<Record<string, unknown>> {
    const { retiredRisk } = this.wording.values;
    return {
      risk: retired && retiredRisk === 'indicators' ? 'retired' : risk,
      risk_recommended: retired && retiredRisk === 'recommendations' ? 'retired' : risk,
    };
  }

  factorRisk(risk: ModelRisk, isLastOfRetired: boolean): string {
    return isLastOfRetired && this.wording.values.retiredRisk === 'factors' ? 'retired' : risk;
  }

  threatRisk(risk: ModelRisk, retired: boolean): string {
    return retired && this.wording.values.retiredRisk === 'threats' ? 'retired' : risk;
  }
}
