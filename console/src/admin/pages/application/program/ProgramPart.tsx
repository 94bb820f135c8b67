import type { Row } from '@doorwright/crds';
import { stacks } from '@doorwright/programs/stacks.ts';
import { CardBody, Content } from '@patternfly/react-core';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SingleSelect } from '../../../ui/SingleSelect.tsx';
import { useTranslation } from '../../../words/use-translation.ts';
import { isPublicKind, kindOf } from '../client-kinds.ts';
import { machineProgram } from './machine-program.ts';
import { NativeSteps } from './NativeSteps.tsx';
import { ProgramFiles } from './ProgramFiles.tsx';
import { SecretText } from './SecretText.tsx';

interface Props {
  object: Row;
  issuer: string;
}

/** Programs prove themselves by a secret, or are public. None here has a key or the token of a pod. */
const proving: readonly unknown[] = ['confidential', 'public'];

const native = 'native';

/**
 * A complete program for the application, with its values. A native application is in the language of its device, so it has steps; web
 * addresses do not tell it from a page, and its developer chooses.
 */
export function ProgramPart({ object, issuer }: Props) {
  const { t } = useTranslation('get-started');
  const kind = kindOf(object);
  const isPublic = isPublicKind(kind);
  const programs = stacks.filter((each) => each.kind === (isPublic ? 'single-page' : kind));
  const [params] = useSearchParams();
  const [chosen, choose] = useState(params.get('program') ?? (kind === 'native' ? native : null));
  const program = programs.find(({ name }) => name === chosen) ?? programs[0];
  const isNative = isPublic && chosen === native;
  const choices = [
    ...programs.map(({ name, title }) => ({ value: name, title })),
    ...(isPublic ? [{ value: native, title: t('kinds.native.title') }] : []),
  ];
  if (!proving.includes(object.clientType)) return null;
  if (kind === 'machine')
    return (
      <CardBody>
        <Content component="h3">{t('program.title')}</Content>
        <Content component="p">{t('program.machine')}</Content>
        <SecretText
          object={object}
          label={t('program.title')}
          textOf={(clientSecret) => machineProgram({ issuer, clientId: String(object.clientId), clientSecret })}
        />
      </CardBody>
    );
  if (!program) return null;
  return (
    <CardBody>
      <Content component="h3">{t(isNative ? 'native.title' : 'program.title')}</Content>
      <Content component="p">{t(isNative ? 'native.about' : 'program.about')}</Content>
      {choices.length > 1 && (
        <SingleSelect
          label={t('program.stack')}
          choices={choices}
          chosen={isNative ? native : program.name}
          onChoose={choose}
        />
      )}
      {isNative ? <NativeSteps /> : <ProgramFiles key={program.name} stack={program} object={object} issuer={issuer} />}
    </CardBody>
  );
}
