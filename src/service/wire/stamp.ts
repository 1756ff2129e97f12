import { type UtcMillis } from '../../core/records/record';

/** `YYYY-MM-DD HH:MM:SS`, UTC; null where the time is not known (api-spec: “Resources and their fields”). */
export function wireStamp(at: UtcMillis | undefined): string | null {
  if (at === undefined || !Number.isFinite(at)) return null;
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? null : date.toISOString().slice(0, 19).replace('T', ' ');
}
