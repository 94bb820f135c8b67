import { Button, Content, Flex, FlexItem, Label, List, ListItem } from '@patternfly/react-core';
import { CheckCircleIcon } from '@patternfly/react-icons/dist/esm/icons/check-circle-icon';
import { Link } from '../../router/Link.tsx';
import { useTranslation } from '../../words/use-translation.ts';
import { ConnectButton } from './ConnectButton.tsx';
import type { Step } from './steps.ts';

interface Props {
  steps: readonly Step[];
  onCopy: () => void;
}

/** The first steps, each with its action until it is done. */
export function StepList({ steps, onCopy }: Props) {
  return (
    <List isPlain isBordered className="first-steps">
      {steps.map((step) => (
        <ListItem key={step.name}>
          <StepItem step={step} onCopy={onCopy} />
        </ListItem>
      ))}
    </List>
  );
}

function StepItem({ step: { name, isDone, path }, onCopy }: { step: Step; onCopy: () => void }) {
  const { t } = useTranslation('get-started');
  const action = t(`steps.${name}.action`);
  return (
    <Flex
      justifyContent={{ default: 'justifyContentSpaceBetween' }}
      alignItems={{ default: 'alignItemsCenter' }}
      gap={{ default: 'gapMd' }}
    >
      <FlexItem flex={{ default: 'flex_1' }} className="first-step">
        <Content component="h3">{t(`steps.${name}.title`)}</Content>
        <Content component="p">{t(`steps.${name}.about`)}</Content>
      </FlexItem>
      {isDone && (
        <Label color="green" icon={<CheckCircleIcon />}>
          {t('done')}
        </Label>
      )}
      {/* One more application is always possible. */}
      {name === 'application' ? (
        <ConnectButton isMain={!isDone} />
      ) : (
        !isDone &&
        (path ? (
          <Button variant="secondary" component={(props) => <Link {...props} to={path} />}>
            {action}
          </Button>
        ) : (
          <Button variant="secondary" onClick={onCopy}>
            {action}
          </Button>
        ))
      )}
    </Flex>
  );
}
