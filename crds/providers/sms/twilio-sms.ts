import type { TypeDescription } from '../description.ts';

export const twilioSms = {
  type: 'Twilio SMS',
  offered: true,
  about: 'Text messages by Twilio.',
  page: 'https://www.twilio.com/docs/messaging',
  logo: { letters: 'Tw', color: '#c2185b' },
  uses: ['clientId', 'clientSecret', 'clientId2', 'appId', 'content', 'endpoint'],
  terms: {
    clientId: 'accountSid',
    clientSecret: 'authToken',
    clientId2: 'apiKeySid',
    appId: 'textSender',
    content: 'messageText',
    endpoint: 'apiAddress',
  },
  required: ['clientId', 'clientSecret', 'appId', 'content'],
  secrets: { clientSecret: { usual: 'https://api.twilio.com/', fields: ['endpoint'] } },
  starts: { content: 'Your code is %s.' },
  trial: 'text',
} as const satisfies TypeDescription;
