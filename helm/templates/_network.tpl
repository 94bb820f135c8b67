{{- /* Wherever it is: some clusters answer from an address of the node's own. */ -}}
{{- define "doorwright.egressToDns" -}}
- ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
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
