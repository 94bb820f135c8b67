import type { Row } from '@doorwright/crds';
import { Button, Content, Stack, StackItem } from '@patternfly/react-core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { DeleteDialog } from '../../delete/DeleteDialog.tsx';
import { isBuiltIn, registry } from '../../kinds.ts';
import { paths } from '../../paths.ts';
import { useKindWords } from '../../words/kind-words.ts';
import { shownItems, useRules, useStanding } from './account-rules.ts';
import { GroupsOfUser } from './GroupsOfUser.tsx';
import { LinkedLogins } from './LinkedLogins.tsx';
import { NamedList } from './NamedList.tsx';

const kind = registry.named('user');

/** Below the form: the user's groups, other ways to sign in, and deletion. */
export function UserBelow({ object, giveUp }: { object: Row; giveUp: () => void }) {
  const { t } = useTranslation('users');
  const words = useKindWords(kind);
  const navigate = useNavigate();
  const { state } = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const standing = useStanding(object);
  const rules = useRules(String(object.owner));
  const shown = rules ? shownItems(rules, standing).map(({ name }) => name) : [];
  const credentials = ((object.webauthnCredentials ?? []) as { ID: string }[]).map(({ ID }) => ({
    name: 'ID',
    value: ID,
  }));
  return (
    <Stack hasGutter className="below">
      {standing === 'administrator' && (
        <StackItem>
          <GroupsOfUser user={object} />
        </StackItem>
      )}
      {shown.includes('3rd-party logins') && (
        <StackItem>
          <LinkedLogins user={object} standing={standing} />
        </StackItem>
      )}
      {shown.includes('WebAuthn credentials') && (
        <StackItem>
          <NamedList title={words.field('webauthnCredentials')} entries={credentials} />
        </StackItem>
      )}
      {standing === 'administrator' && !isBuiltIn(kind, object) && (
        <StackItem>
          <Content component="p">{t('deleteAbout')}</Content>
          <Button variant="danger" onClick={() => setDeleting(true)}>
            {t('common:delete')}
          </Button>
        </StackItem>
      )}
      {isDeleting && (
        <DeleteDialog
          kind={kind}
          row={object}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            giveUp();
            void navigate(state?.from ?? paths.list(kind), { state: { isReturn: true } });
          }}
        />
      )}
    </Stack>
  );
}
