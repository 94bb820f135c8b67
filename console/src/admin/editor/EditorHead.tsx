import type { Kind, Row } from '@doorwright/crds';
import { switchOf } from '@doorwright/crds/derive/list.ts';
import { Content, Label, PageSection } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { calledBy } from '../kinds.ts';
import { Badges } from '../ui/Badges.tsx';
import { GuideLink } from '../ui/GuideLink.tsx';
import { useChoiceWords } from '../words/choice-words.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  title: string;
  /** The stored object, or a draft. */
  object: Row;
  isNew: boolean;
  /** The menu of actions. */
  children: ReactNode;
}

/** The state of a stored object: on, and the value of its field for states. Exceptions have a badge. */
function States({ kind, object }: Pick<Props, 'kind' | 'object'>) {
  const { t } = useTranslation('editor');
  const word = useChoiceWords();
  const turned = switchOf(kind);
  // A user who is not blocked can be locked all the same, so their page says more.
  const isOn = turned && !turned.blocks && object[turned.field] === turned.on;
  return (
    <>
      {isOn && (
        <Label isCompact color="green">
          {t('state.on')}
        </Label>
      )}
      {kind.state && (
        <Label isCompact color="blue">
          {word(String(object[kind.state]))}
        </Label>
      )}
    </>
  );
}

/** The head of an editor: the object's title and name, its kind, its state, where it is declared, and its menu. */
export function EditorHead({ kind, title, object, isNew, children }: Props) {
  const { t } = useTranslation('editor');
  const words = useKindWords(kind);
  const name = calledBy(kind, object);
  return (
    <PageSection className="editor-head">
      <div className="editor-title">
        <Content component="h1">{title}</Content>
        {isNew ? (
          <Label isCompact>{t('state.draft')}</Label>
        ) : (
          <>
            <Label isCompact variant="outline">
              {words.title}
            </Label>
            <States kind={kind} object={object} />
            <Badges kind={kind} row={object} isPlaceNamed />
          </>
        )}
        <GuideLink kind={kind} />
        {!isNew && name !== title && <Content component="small">{name}</Content>}
      </div>
      {children}
    </PageSection>
  );
}
