import type { RecordView } from '../messages/record';
import { Fold } from './fold';
import { Moment } from './moment';
import { Card } from './card';

/** What people wrote about it. */
export function Comments({ comments }: { readonly comments: RecordView['comments'] }) {
  return (
    <Card title="Comments" shown={comments.length > 0}>
      {comments.map(({ title, by, text, added }, index) => (
        <article key={index} class="comment">
          <p class="dim">
            {[title, by].filter((part) => part !== '').join(' · ')}
            {added === undefined ? null : (
              <>
                {' · '}
                <Moment moment={added} />
              </>
            )}
          </p>
          <Fold text={text} />
        </article>
      ))}
    </Card>
  );
}
