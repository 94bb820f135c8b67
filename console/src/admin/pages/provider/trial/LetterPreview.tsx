import { languages } from '@doorwright/crds/options/languages.ts';
import { letters } from '@doorwright/crds/options/letters.ts';
import { Content, Flex } from '@patternfly/react-core';
import { Alert } from '../../../ui/Alert.tsx';
import { SingleSelect } from '../../../ui/SingleSelect.tsx';
import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';
import { LetterFrame } from './LetterFrame.tsx';
import type { LetterChoice, Written } from './use-letter.ts';

interface Props {
  choice: LetterChoice;
  choose: (choice: LetterChoice) => void;
  written: Written | undefined;
  error: Error | null;
}

/** A letter of the provider in one language, as its readers get it. */
export function LetterPreview({ choice, choose, written, error }: Props) {
  const { t } = useTranslation('editor');
  const word = useChoiceWords();
  const titled = (values: readonly string[]) => values.map((value) => ({ value, title: word(value) }));
  return (
    <section className="below" aria-label={t('provider.letterPreview')}>
      <Content component="h2">{t('provider.letterPreview')}</Content>
      <Content component="p">{t('provider.letterAbout')}</Content>
      <Flex className="below">
        {letters.length > 1 && (
          <SingleSelect
            label={t('provider.letterKind')}
            choices={titled(letters)}
            chosen={choice.letter}
            onChoose={(letter) => choose({ ...choice, letter })}
          />
        )}
        <SingleSelect
          label={t('provider.letterLanguage')}
          choices={titled(languages)}
          chosen={choice.language}
          onChoose={(language) => choose({ ...choice, language })}
        />
      </Flex>
      {error && <Alert isInline variant="danger" title={error.message} />}
      {written && (
        <>
          <Content component="p" className="below">
            <strong>{t('provider.letterSubject')}</strong> {written.title}
          </Content>
          <LetterFrame title={t('provider.letterPreview')} html={written.content} />
          {written.text && (
            <>
              <Content component="h3">{t('provider.letterText')}</Content>
              <Content component="pre">{written.text}</Content>
            </>
          )}
        </>
      )}
    </section>
  );
}
