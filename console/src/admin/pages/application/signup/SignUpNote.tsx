import { Link } from '../../../router/Link.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { useChoiceWords } from '../../../words/choice-words.ts';
import { useTranslation } from '../../../words/use-translation.ts';

interface Props {
  /** The items that the sign-up form leaves out, because nobody sends their code. None of them: why the sign-up is closed. */
  leftOut?: readonly string[];
}

/** Says what the sign-up of an application lacks. */
export function SignUpNote({ leftOut }: Props) {
  const { t, language } = useTranslation('application-notes');
  const word = useChoiceWords();
  if (!leftOut) return <Alert isInline isPlain variant="info" title={t('closed')} />;
  const named = new Intl.ListFormat(language).format(leftOut.map(word));
  return (
    <Alert
      isInline
      variant="warning"
      title={t('leftOut', { items: named })}
      actionLinks={<Link to="?tab=providers">{t('toProviders')}</Link>}
      className="above"
    />
  );
}
