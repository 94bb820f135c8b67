import {
  ActionGroup,
  Button,
  Content,
  Form,
  FormGroup,
  FormHelperText,
  HelperText,
  HelperTextItem,
  TextInput,
} from '@patternfly/react-core';
import type { ComponentProps, ReactNode } from 'react';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props extends Pick<ComponentProps<typeof TextInput>, 'type' | 'autoComplete'> {
  title: string;
  receiver: string;
  setReceiver: (receiver: string) => void;
  help?: string;
  /** The label of the button that sends. */
  label: string;
  isDisabled: boolean;
  send: () => void;
  /** Other buttons. */
  children?: ReactNode;
}

/** A form that tries a provider by a message to one receiver. */
export function TrialForm({ title, receiver, setReceiver, help, label, isDisabled, send, children, ...input }: Props) {
  const { t } = useTranslation('editor');
  return (
    <section className="below" aria-label={title}>
      <Content component="h2">{title}</Content>
      <Content component="p">{t('provider.testAbout')}</Content>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isDisabled) send();
        }}
      >
        <FormGroup label={t('provider.testAddress')} fieldId="test-receiver">
          <TextInput
            {...input}
            id="test-receiver"
            value={receiver}
            {...(help && { 'aria-describedby': 'test-help' })}
            onChange={(_event, text) => setReceiver(text.trim())}
          />
          {help && (
            <FormHelperText>
              <HelperText id="test-help">
                <HelperTextItem>{help}</HelperTextItem>
              </HelperText>
            </FormHelperText>
          )}
        </FormGroup>
        <ActionGroup>
          {children}
          <Button variant="secondary" type="submit" isDisabled={isDisabled}>
            {label}
          </Button>
        </ActionGroup>
      </Form>
    </section>
  );
}
