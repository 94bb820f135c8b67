{{- /* First part of all names: short enough for the longest suffix to fit in 63 characters. */ -}}
{{- define "doorwright.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride }}
{{- else if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{- define "doorwright.apiServiceAccount" -}}
{{ .Values.api.serviceAccount.name | default (printf "%s-api" (include "doorwright.fullname" .)) }}
{{- end -}}

{{- define "doorwright.operatorServiceAccount" -}}
{{ .Values.operator.serviceAccount.name | default (printf "%s-operator" (include "doorwright.fullname" .)) }}
{{- end -}}

{{- /* What a pod of a component is found by. It never changes, since a Deployment's selector cannot. */ -}}
{{- define "doorwright.selector" -}}
{{- $ := index . 0 -}}
app.kubernetes.io/name: doorwright
app.kubernetes.io/instance: {{ $.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- define "doorwright.labels" -}}
app.kubernetes.io/name: doorwright
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/part-of: doorwright
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "doorwright.componentLabels" -}}
{{ include "doorwright.labels" (index . 0) }}
app.kubernetes.io/component: {{ index . 1 }}
{{- end -}}

{{- /* Without the chart's version, so that a chart that changes nothing about a pod restarts none. */ -}}
{{- define "doorwright.podLabels" -}}
{{ include "doorwright.selector" . }}
app.kubernetes.io/part-of: doorwright
{{- end -}}

{{- define "doorwright.host" -}}
{{ (urlParse .Values.origin).hostname }}
{{- end -}}

{{- /* The port of the origin, also where the scheme alone says it. */ -}}
{{- define "doorwright.port" -}}
{{ regexFind ":[0-9]+$" .Values.origin | trimPrefix ":" | default (hasPrefix "https:" .Values.origin | ternary "443" "80") }}
{{- end -}}

{{- /* Not empty where browsers reach the api on the machine that they run on. */ -}}
{{- define "doorwright.isLoopback" -}}
{{- if regexMatch "^(localhost|127\\..*|::1)$" (include "doorwright.host" .) }}true{{ end -}}
{{- end -}}
