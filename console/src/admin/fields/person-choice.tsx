import type { Kind, Row } from '@doorwright/crds';
import { Portrait } from '../ui/Portrait.tsx';
import type { ChoiceFacts } from '../ui/Typeahead.tsx';

/**
 * What a choice shows, so that those of similar names differ. `plain` is the name in place of an id. People have their display name beside
 * it, and other objects that are chosen by id have it first.
 */
export function factsOf(kind: Kind, row: Row, plain: string | undefined): ChoiceFacts {
  const { name, displayName, avatar } = row as Row & Record<'name' | 'displayName' | 'avatar', string>;
  const other = displayName && displayName !== name ? displayName : undefined;
  if (kind.people)
    return {
      icon: <Portrait src={avatar} name={displayName || name} size="sm" />,
      ...(plain && { title: plain }),
      ...(other && { detail: other }),
    };
  if (!plain) return {};
  return other ? { title: plain.replace(name, () => other), detail: name } : { title: plain };
}
