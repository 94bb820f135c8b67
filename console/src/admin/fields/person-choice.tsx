import type { Kind, Row } from '@doorwright/crds';
import { Portrait } from '../ui/Portrait.tsx';
import type { ChoiceFacts } from '../ui/Typeahead.tsx';

/** What a choice says of a person beside their name, so that people of similar names differ. */
export function factsOf(kind: Kind, row: Row): ChoiceFacts {
  if (!kind.people) return {};
  const { name, displayName, avatar } = row as Row & Record<'name' | 'displayName' | 'avatar', string>;
  return {
    icon: <Portrait src={avatar} name={displayName || name} size="sm" />,
    ...(displayName && displayName !== name && { detail: displayName }),
  };
}
