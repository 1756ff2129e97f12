import type { RecordView } from '../messages/record';
import { Card } from './card';
import { Fold } from './fold';
import { Moment } from './moment';
import { RiskBadge } from './riskBadge';

/** Why, when, who and where to: what a reader needs before any detail. Empty parts are absent. */
export function Overview({ record }: { readonly record: RecordView }) {
  const { reasons, stamps, threats, feeds, redirects } = record;
  return (
    <div class="columns">
      <Card title="Why" shown={reasons.length > 0}>
        <ul class="list">
          {reasons.map(({ text, risk }, index) => (
            <li key={index}>
              <Fold text={text} />
              <RiskBadge risk={risk} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="When" shown={stamps.length > 0}>
        <dl>
          {stamps.map(({ label, moment }) => (
            <div class="row" key={label}>
              <dt>{label}</dt>
              <dd>{moment === undefined ? 'never' : <Moment moment={moment} dated />}</dd>
            </div>
          ))}
        </dl>
      </Card>
      <Card title="Threats" shown={threats.length > 0}>
        <ul class="list">
          {threats.map(({ name, category, risk, linked }, index) => (
            <li key={index}>
              <span>
                {name}
                {category === undefined ? null : <span class="dim"> · {category}</span>}
                {linked === undefined ? null : (
                  <span class="dim">
                    {' · linked '}
                    <Moment moment={linked} />
                  </span>
                )}
              </span>
              <RiskBadge risk={risk} />
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Feeds" shown={feeds.length > 0}>
        <ul class="list">
          {feeds.map(({ name, detail, linked }, index) => (
            <li key={index}>
              <span>
                {name}
                {detail === '' ? null : <span class="dim"> · {detail}</span>}
              </span>
              {linked === undefined ? null : (
                <span class="dim">
                  <Moment moment={linked} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Redirects" shown={redirects.from.length + redirects.to.length > 0}>
        <Ends label="Here from" values={redirects.from} />
        <Ends label="On to" values={redirects.to} />
      </Card>
    </div>
  );
}

function Ends({ label, values }: { readonly label: string; readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <div class="row">
      <span class="dim">{label}</span>
      <ul class="plain">
        {values.map((value, index) => (
          <li key={index}>
            <Fold text={value} />
          </li>
        ))}
      </ul>
    </div>
  );
}
