/** A word of a shell, whatever the text holds. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The command by which a program gets a token for itself. */
export const machineProgram = ({ issuer, clientId, clientSecret }: Client): string =>
  `curl --user ${quoted(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)} \\
  --data grant_type=client_credentials \\
  ${quoted(`${issuer}/api/login/oauth/access_token`)}
`;
