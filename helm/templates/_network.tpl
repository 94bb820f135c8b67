{{- /* Wherever it is: some clusters answer from an address of the node's own. */ -}}
{{- define "doorwright.egressToDns" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
{{- end -}}

{{- /* As the api reads it: acme=10.1.0.0/16,10.2.0.5/32;beta=192.168.7.0/24 */ -}}
{{- define "doorwright.tenantEgressAllow" -}}
{{- $organizations := list -}}
{{- range $organization, $networks := . -}}
{{- $organizations = append $organizations (printf "%s=%s" $organization (join "," $networks)) -}}
{{- end -}}
{{- join ";" $organizations -}}
{{- end -}}

{{- /* What the api speaks on its port. */ -}}
{{- define "doorwright.apiScheme" -}}
{{ empty .Values.api.tls.existingSecret | ternary "http" "https" }}
{{- end -}}

{{- define "doorwright.apiUrl" -}}
{{- $published := printf "api.%s.svc:%v" .Release.Namespace .Values.api.service.port -}}
{{- $declared := printf "api-declared.%s.svc:8001" .Release.Namespace -}}
{{ .Values.operator.apiUrl | default (printf "%s://%s-%s" (include "doorwright.apiScheme" .) (include "doorwright.fullname" .) (ternary $published $declared .Values.api.publishDeclared)) }}
{{- end -}}

{{- /* The volume with the CA by which the operator knows the api; empty where the usual authorities do. */ -}}
{{- define "doorwright.authorities" -}}
{{- $secret := .Values.operator.caSecret | default (empty .Values.operator.apiUrl | ternary .Values.api.tls.existingSecret "") -}}
{{- if .Values.operator.caConfigMap -}}
configMap:
  name: {{ .Values.operator.caConfigMap }}
{{- else if $secret -}}
secret:
  secretName: {{ $secret }}
  defaultMode: 0440
{{- end -}}
{{- end -}}

{{- /* The API server has no labels to select it by: addresses, if they are known, and ports. */ -}}
{{- define "doorwright.egressToKubernetes" -}}
{{- with .Values.kubernetes -}}
- ports:
    {{- range .ports }}
    - port: {{ . }}
    {{- end }}
  {{- with .cidrs }}
  to:
    {{- range . }}
    - ipBlock: { cidr: {{ . | quote }} }
    {{- end }}
  {{- end }}
{{- end -}}
{{- end -}}
