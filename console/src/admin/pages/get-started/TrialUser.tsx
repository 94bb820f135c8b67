import type { Row } from '@doorwright/crds';
import { Button, Content, DescriptionList, Title } from '@patternfly/react-core';
import { useMutation } from '@tanstack/react-query';
import { Alert } from '../../ui/Alert.tsx';
import { CopyRow } from '../../ui/CopyRow.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { addTrialUser } from './add-trial-user.ts';

/** A new organization has no users. One press adds one for the trial. */
export function TrialUser({ object }: { object: Row }) {
  const { t } = useTranslation('get-started');
  const organization = String(object.organization);
  const added = useMutation({ mutationFn: () => addTrialUser(organization) });
  // A user of this organization would administer everything.
  if (organization === 'built-in') return <Content component="p">{t('user.yourself')}</Content>;
  return (
    <>
      <Title headingLevel="h3" size="md">
        {t('user.title')}
      </Title>
      {added.data ? (
        <>
          <DescriptionList isCompact>
            <CopyRow label={t('user.name')} text={added.data.name} />
            <CopyRow label={t('user.password')} text={added.data.password} />
          </DescriptionList>
          <Content component="p">{t('user.once')}</Content>
        </>
      ) : (
        <>
          <Content component="p">{t(object.enableSignUp ? 'user.signUp' : 'user.about', { organization })}</Content>
          {added.error && <Alert isInline variant="danger" title={added.error.message} />}
          <Button variant="secondary" isLoading={added.isPending} onClick={() => added.mutate()}>
            {t('user.add')}
          </Button>
        </>
      )}
    </>
  );
}
